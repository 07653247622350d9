import { pipeline } from 'node:stream/promises';
import type { Server } from '@modelcontextprotocol/server';
import type { Call } from '../http/define-endpoint.ts';
import { callTool, type ToolCall } from './call-tool.ts';
import { toolDefinitions } from './mcp-tools.ts';

const INSTRUCTIONS = `Dresses people in pictures. Pass a selfie as base64, or upload it once (POST /assets) and pass its id; put a
further garment on a result with selfie_image_id. Images are linked, and expire after 24 hours unless stored.`;

/** The definitions are the same for everybody, until the next release. */
const LIST_TTL_MS = 3_600_000;

/** Serves one JSON-RPC message of MCP 2026-07-28, stateless; clients of earlier revisions without a session, too. */
export async function serveMcp(call: Call, message: object, key: string): Promise<void> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { gateway, request, response } = call;
  using watch = gateway.watches.begin(call);
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  const origin = `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  const handler = createMcpHandler(() => serverFor({ call, key, watch, origin }), {
    onerror: (error) => gateway.log.warn({ err: error, request_id: call.request_id }, 'MCP message refused'),
  });
  const headers = new Headers(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  try {
    const asked = new Request('http://gateway/mcp', { method: 'POST', headers, signal: disconnected.signal });
    const answer = await handler.fetch(asked, { parsedBody: message });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    await pipeline(answer.body ?? [], response, disconnected);
  } catch (error) {
    if (!disconnected.signal.aborted) throw error;
  } finally {
    await handler.close();
  }
}

async function serverFor(toolCall: ToolCall): Promise<Server> {
  const { ProtocolError, ProtocolErrorCode, Server } = await import('@modelcontextprotocol/server');
  const server = new Server(
    { name: 'image-styling-service', title: 'Image styling service', version: toolCall.call.gateway.version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: toolDefinitions() }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, ctx) => {
    const result = await callTool(toolCall, name, given, ctx);
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name}`);
    return result;
  });
  return server;
}
