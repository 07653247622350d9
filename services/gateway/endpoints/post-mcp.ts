import { readJsonBody } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { apiKeyOf, missingKey } from '../keys/authenticate.ts';
import { imageArguments } from '../mcp/mcp-tools.ts';
import { serveMcp } from '../mcp/serve-mcp.ts';

export const postMcp = defineEndpoint({
  id: 'postMcp',
  method: 'post',
  path: '/mcp',
  isPolled: true,
  acceptsBearer: true,
  summary: 'Model Context Protocol',
  description: `One JSON-RPC message of the Model Context Protocol (2026-07-28, stateless; earlier revisions without sessions), for agents:
tools \`try_on_outfit\`, \`style_me\`, \`analyze_outfit\`, \`get_job\` and \`list_images\`. A tool call is a request to the endpoint of its
name and counts as that does. The key may also be sent as \`Authorization: Bearer\`.`,
  body: z
    .object({
      jsonrpc: z.literal('2.0'),
      id: z.union([z.string(), z.number()]).optional(),
      method: z.string(),
      params: z.record(z.string(), z.unknown()).optional(),
    })
    .meta({ id: 'McpMessage' }),
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  success: {
    description: 'The result, or server-sent events that end with it',
    schema: z.object({ jsonrpc: z.literal('2.0') }).meta({ id: 'McpResult' }),
    example: { jsonrpc: '2.0' },
  },
  async stream(call) {
    const { request, memory, maxFieldBytes } = call;
    const key = apiKeyOf(request, true);
    // A session of the portal: tools call the API with the key of this request.
    if (!key) throw missingKey(true);
    const message = await readJsonBody(request, {
      imageNames: imageArguments,
      keepsImages: true,
      maxFieldBytes,
      memory,
    });
    await serveMcp(call, message, key);
  },
});
