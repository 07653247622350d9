import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { Progress, StoredJob } from '@styling/contracts';
import type { EndpointDeclaration } from '@styling/http';
import { imageUrl } from '../endpoints/images.ts';
import type { Call } from '../http/define-endpoint.ts';
import { watchJob } from '../jobs/find-job.ts';
import type { Watch } from '../jobs/watches.ts';
import { mcpTools } from './mcp-tools.ts';
import type { ApiResponse, OwnApi } from './own-api.ts';
import { toolResult } from './tool-result.ts';

/** Context of a tool call. */
export type ToolCall = {
  readonly call: Call;
  readonly api: OwnApi;
  /** The request's wait for jobs. */
  readonly watch: Watch;
};

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Calls a tool: one request to its endpoint. What counts is a job that is waited for, with progress notifications if the client
 * wants them; if the client disconnects before its end it is cancelled, if the gateway stops it goes on and the result is the
 * job.
 *
 * @returns undefined for an unknown tool
 */
export async function callTool(
  { call, api, watch }: ToolCall,
  name: string,
  given: Arguments,
  ctx: ServerContext,
): Promise<CallToolResult | undefined> {
  const tool = mcpTools.find((candidate) => candidate.name === name);
  if (!tool) return undefined;
  const { endpoint, defaults } = tool;
  const first =
    endpoint.method === 'get'
      ? await api('GET', pathOf(endpoint, { ...defaults, ...given }))
      : await api('POST', endpoint.path, given);
  const response =
    first.status === 202 ? await endOf({ call, api, watch }, String(first.body.job_id), first, ctx) : first;
  const whole = name === 'get_job' ? await withResponse(api, response) : response;
  const { imageStoreUrl, store } = call.gateway;
  const prefix = imageUrl(imageStoreUrl, '');
  return toolResult(whole, store, (url) => (url.startsWith(prefix) ? url.slice(prefix.length) : undefined));
}

/** The response of a job once it has ended, else the job. */
async function endOf(
  { call, api, watch }: ToolCall,
  job_id: string,
  accepted: ApiResponse,
  { mcpReq }: ServerContext,
): Promise<ApiResponse> {
  const progressToken = mcpReq._meta?.progressToken;
  const onProgress = ({ stage, fraction }: Progress) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: fraction, total: 1, message: stage };
    // A client that has gone is noticed by the signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const job = await awaitJob(call, job_id, watch, onProgress);
  if (job?.ending) return api('GET', `/jobs/${job_id}/response`);
  if (mcpReq.signal.aborted) return api('POST', `/jobs/${job_id}/cancel`);
  return accepted;
}

/** The state of a job, and the response if it has ended. */
async function withResponse(api: OwnApi, job: ApiResponse): Promise<ApiResponse> {
  if (job.status !== 200 || job.body.status !== 'succeeded') return job;
  const response = await api('GET', `/jobs/${String(job.body.job_id)}/response`);
  return response.status === 200 ? { status: 200, body: { ...response.body, job: job.body } } : job;
}

/** The path of a GET: parameters in their places, the other arguments as its query. */
function pathOf({ path, params }: EndpointDeclaration, given: Arguments): string {
  const inPath = Object.keys(params?.shape ?? {});
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(given[name] ?? '')));
  const query = Object.entries(given).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/**
 * Waits until a job has ended, or `watch` is closed, and reports its progress meanwhile.
 *
 * @returns the job as it is then
 */
export async function awaitJob(
  call: Call,
  job_id: string,
  watch: Watch,
  onProgress: (progress: Progress) => void,
): Promise<StoredJob | undefined> {
  const { progress } = call.gateway;
  const endProgress = progress.subscribe(job_id, onProgress);
  const known = progress.of(job_id);
  if (known) onProgress(known);
  let latest: StoredJob | undefined;
  try {
    for await (const job of watchJob(call, job_id, watch)) latest = job;
  } finally {
    endProgress();
  }
  return latest;
}
