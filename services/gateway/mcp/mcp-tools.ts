import type { Tool } from '@modelcontextprotocol/server';
import { type EndpointDeclaration, imageNamesOf, jsonSchemas } from '@styling/http';
import { z } from 'zod';
import { analyzeOutfit } from '../endpoints/analyze-outfit.ts';
import { listImages } from '../endpoints/images.ts';
import { getJob } from '../endpoints/jobs.ts';
import { styleMe } from '../endpoints/style-me.ts';
import { tryOnOutfit } from '../endpoints/try-on-outfit.ts';

export type McpTool = {
  readonly name: string;
  readonly endpoint: Omit<EndpointDeclaration, 'tag'>;
  readonly title?: string;
  readonly description?: string;
  readonly defaults?: Readonly<Record<string, unknown>>;
};

/** Images of a list: agents pay for each byte of it. */
const LISTED = 20;

export const mcpTools: readonly McpTool[] = [
  { name: 'try_on_outfit', endpoint: tryOnOutfit },
  { name: 'style_me', endpoint: styleMe },
  { name: 'analyze_outfit', endpoint: analyzeOutfit },
  { name: 'get_job', endpoint: getJob, title: 'Get the state and the result of a job' },
  {
    name: 'list_images',
    endpoint: listImages,
    description: `The newest images generated with any of your keys, ${LISTED} unless \`limit\` says otherwise: try-ons and style
suggestions. \`next_cursor\` is present if there are more: pass it as \`cursor\` to get the next page.`,
    defaults: { limit: LISTED },
  },
];

/** The arguments of all tools that are images: `selfie_base64`, `image_base64` of a garment. */
export const imageArguments: ReadonlySet<string> = new Set(
  mcpTools.flatMap(({ endpoint: { body } }) => (body ? [...imageNamesOf(body)] : [])),
);

let definitions: Tool[] | undefined;

/** The tools as `tools/list` returns them (MCP 2026-07-28, "Tools"); made once, when they are first asked for. */
export function toolDefinitions(): Tool[] {
  definitions ??= mcpTools.map(definitionOf);
  return definitions;
}

function definitionOf({ name, endpoint, title = endpoint.summary, description = endpoint.description }: McpTool): Tool {
  return {
    name,
    title,
    description: `${endpoint.summary}. ${description}`,
    inputSchema: argumentsSchema(endpoint),
    annotations: {
      readOnlyHint: endpoint.method === 'get',
      destructiveHint: false,
      openWorldHint: endpoint.counted === true,
    },
  };
}

/** One flat object: the body of a POST, else the parameters of path and query. */
function argumentsSchema({ body, params, query }: McpTool['endpoint']): Tool['inputSchema'] {
  const schema = body ?? z.object({ ...params?.shape, ...query?.shape });
  const { of, components } = jsonSchemas('input');
  const found = of(schema);
  const inline = components[String(found.$ref).replace('#/components/schemas/', '')] ?? found;
  return { ...inline, type: 'object' };
}
