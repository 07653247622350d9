import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '@styling/contracts';
import { JsonString } from '@styling/http';
import { traceHeaders } from '@styling/telemetry';
import type { Call } from '../http/define-endpoint.ts';
import { lastSeen, watchJob } from '../jobs/find-job.ts';
import type { Watch } from '../jobs/watches.ts';
import { type McpTool, mcpTools } from './mcp-tools.ts';
import { type ApiResponse, toolResult } from './tool-result.ts';

export type ToolCall = {
  readonly call: Call;
  readonly key: string;
  readonly watch: Watch;
  /** Own address of this gateway: after the client has disconnected, the request no longer has it. */
  readonly origin: string;
};

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Calls a tool by one request to its endpoint; undefined for an unknown tool. What counts is a job that is waited for:
 * if the client disconnects it is cancelled, if the gateway stops it goes on and the result is the job.
 */
export async function callTool(toolCall: ToolCall, name: string, given: Arguments, ctx: ServerContext) {
  const tool = mcpTools.find((candidate) => candidate.name === name);
  if (!tool) return undefined;
  const { endpoint, defaults } = tool;
  const first =
    endpoint.method === 'get'
      ? await callApi(toolCall, 'GET', pathOf(endpoint, { ...defaults, ...given }))
      : await callApi(toolCall, 'POST', endpoint.path, given);
  const response = first.status === 202 ? await endOf(toolCall, first, ctx) : first;
  const whole = name === 'get_job' ? await withResponse(toolCall, response) : response;
  return toolResult(whole, toolCall.call.gateway);
}

/** The response of a job once it has ended, else the job as `accepted`. */
async function endOf(toolCall: ToolCall, accepted: ApiResponse, { mcpReq }: ServerContext): Promise<ApiResponse> {
  const { call, watch } = toolCall;
  const { progress } = call.gateway;
  const job_id = String(accepted.body.job_id);
  const progressToken = mcpReq._meta?.progressToken;
  const report = ({ stage, fraction }: Progress) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: fraction, total: 1, message: stage };
    // A client that has gone is noticed by the signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const endProgress = progress.subscribe(job_id, report);
  const known = progress.of(job_id);
  if (known) report(known);
  const job = await lastSeen(watchJob(call, job_id, watch)).finally(endProgress);
  if (job.ending) return callApi(toolCall, 'GET', `/jobs/${job_id}/response`);
  if (mcpReq.signal.aborted) return callApi(toolCall, 'POST', `/jobs/${job_id}/cancel`);
  return accepted;
}

async function withResponse(toolCall: ToolCall, job: ApiResponse): Promise<ApiResponse> {
  if (job.status !== 200 || job.body.status !== 'succeeded') return job;
  const response = await callApi(toolCall, 'GET', `/jobs/${String(job.body.job_id)}/response`);
  return response.status === 200 ? { status: 200, body: { ...response.body, job: job.body } } : job;
}

function pathOf({ path, params }: McpTool['endpoint'], given: Arguments): string {
  const inPath = Object.keys(params?.shape ?? {});
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(given[name] ?? '')));
  const query = Object.entries(given).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  return `${filled}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** Over loopback: checked, admitted, limited, recorded as any request. POSTs are asynchronous: waits are elsewhere. */
async function callApi({ key, origin }: ToolCall, method: 'GET' | 'POST', path: string, body?: object) {
  const pieces = body && jsonPieces(body);
  const length = pieces?.reduce((length, piece) => length + piece.length, 0);
  const response = await fetch(origin + path, {
    method,
    headers: {
      'X-API-Key': key,
      ...(method === 'POST' && { Prefer: 'respond-async' }),
      // With a length the body is not sent in chunks.
      ...(pieces && { 'Content-Type': 'application/json', 'Content-Length': String(length) }),
      ...traceHeaders(),
    },
    ...(pieces && { body: ReadableStream.from(pieces), duplex: 'half' }),
  });
  return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
}

/** `body` as JSON in UTF-8: images as they came, so that none is ever one long string. */
function jsonPieces(body: object): Uint8Array[] {
  const images: JsonString[] = [];
  // A lone surrogate, which no string of a body has, marks the place of an image.
  const marked = JSON.stringify(body, (_, value) => {
    if (!(value instanceof JsonString)) return value;
    images.push(value);
    return '\ud800';
  });
  const [first = '', ...rest] = marked.split('\\ud800');
  return [Buffer.from(first), ...rest.flatMap((text, index) => [...(images[index]?.pieces ?? []), Buffer.from(text)])];
}
