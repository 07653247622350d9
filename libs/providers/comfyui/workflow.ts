import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { ConfigError, positiveInteger } from '@styling/service';
import { z } from 'zod';

export const comfyuiVariables = z.object({
  COMFYUI_URL: z
    .url({ protocol: /^https?$/ })
    .describe(
      'address of the server, a path in front of its API included; one server, as queue and files belong to it',
    ),
  COMFYUI_WORKFLOW: z
    .string()
    .describe('path of the workflow, in API format with placeholders; in a container, a mounted file'),
  COMFYUI_CONCURRENCY: positiveInteger
    .default(2)
    .describe(
      'concurrent requests of each worker; the server runs one at a time, pictures of the next are uploaded meanwhile',
    ),
});
export type ComfyuiConfig = Readonly<z.output<typeof comfyuiVariables>>;

/** Pictures in the order in which a prompt counts them: the selfie, then the garments. */
export const PICTURES: readonly string[] = ['selfie', ...[1, 2, 3, 4, 5, 6].map((number) => `garment_${number}`)];
/** Written `{{name}}` in an input of a node. */
const PLACEHOLDERS = [...PICTURES, 'prompt', 'description', 'seed', 'width', 'height'];
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

const node = z.object({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) }).loose();
const titled = z.object({ _meta: z.object({ title: z.string() }) });
const workflowJson = z.record(z.string(), node);

/** A workflow in ComfyUI's API format: nodes by id, whose inputs are literals or links `[node id, output]`. */
export type Workflow = z.output<typeof workflowJson>;

/** What an operator's workflow can do, by its placeholders. */
export type TryOnWorkflow = ReturnType<typeof readWorkflow>;

const OUTPUT_CLASSES: readonly string[] = ['SaveImage', 'PreviewImage'];
const OUTPUT_TITLE = 'output';

const unusable = (why: string, cause?: unknown) => new ConfigError(`COMFYUI_WORKFLOW: ${why}`, { cause });

/** Reads the operator's file; `model` is `comfyui/<file>:<start of its SHA-256>`. @throws ConfigError of one line */
export function readWorkflowFile(path: string): TryOnWorkflow & { readonly model: string } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unusable(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const name = basename(path, extname(path)).replaceAll(/[^\w.-]/g, '-');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { ...readWorkflow(text), model: `comfyui/${name}:${digest}` };
}

/** Reads an API-format workflow. @throws ConfigError: no such workflow, or it lacks a placeholder or an output */
export function readWorkflow(text: string) {
  const workflow = parse(text);
  for (const [id, { inputs }] of Object.entries(workflow)) {
    const broken = Object.values(inputs)
      .map(linkedNode)
      .find((source) => source !== undefined && !workflow[source]);
    if (broken !== undefined) throw unusable(`node ${id} is linked to node ${broken}, which is missing`);
  }
  const names = new Set(Object.values(workflow).flatMap(({ inputs }) => placeholdersOf(inputs)));
  const unknown = [...names].find((name) => !PLACEHOLDERS.includes(name));
  if (unknown !== undefined) throw unusable(`unknown placeholder {{${unknown}}}`);
  const has = (name: string) => names.has(name);
  if (!has('selfie')) throw unusable('the placeholder {{selfie}} is missing');
  const garments = PICTURES.slice(1);
  const references = garments.filter(has).length;
  const gap = garments.slice(0, references).find((name) => !has(name));
  if (gap) throw unusable(`the placeholder {{${gap}}} is missing, but a later one is there`);
  const hasText = has('prompt') || has('description');
  if (!hasText && references === 0) {
    throw unusable('one of the placeholders {{prompt}}, {{description}} and {{garment_1}} is needed');
  }
  const output = outputOf(workflow);
  return {
    workflow,
    output,
    /** Pictures of garments it takes. */
    references,
    text: hasText,
    seed: has('seed'),
    /** Whether it makes the asked size. */
    sized: has('width') && has('height'),
  };
}

/** A picture that the order does not have is absent. */
type PlaceholderValues = Readonly<Record<string, string | number | undefined>>;

/** The inputs without which a node cannot run, by its class; an unknown class needs all that it has. */
export type RequiredInputs = ReadonlyMap<string, readonly string[]>;

/** Fills in an order, without the nodes that cannot run for want of a picture; undefined if no output would be left. */
export function fillWorkflow({ workflow, output }: TryOnWorkflow, values: PlaceholderValues, required: RequiredInputs) {
  const isAbsent = (name: string) => PICTURES.includes(name) && values[name] === undefined;
  const removed = new Set(Object.keys(workflow).filter((id) => placeholdersOf(workflow[id]?.inputs).some(isAbsent)));
  const isLost = (input: unknown) => removed.has(linkedNode(input) ?? '');
  for (let before = -1; before !== removed.size; ) {
    before = removed.size;
    for (const [id, { class_type, inputs }] of Object.entries(workflow)) {
      const lost = Object.keys(inputs).filter((name) => isLost(inputs[name]));
      const needed = required.get(class_type);
      if (lost.some((name) => needed?.includes(name) ?? true)) removed.add(id);
    }
  }
  if (removed.has(output)) return undefined;
  return Object.fromEntries(
    Object.entries(workflow)
      .filter(([id]) => !removed.has(id))
      .map(([id, node]) => {
        const inputs = Object.entries(node.inputs).filter(([, input]) => !isLost(input));
        return [
          id,
          { ...node, inputs: Object.fromEntries(inputs.map(([name, input]) => [name, filled(input, values)])) },
        ];
      }),
  );
}

/** A string that is nothing but a placeholder becomes its value (perhaps a number), inside a longer string text. */
function filled(value: unknown, values: PlaceholderValues): unknown {
  if (typeof value === 'string') {
    const [match] = value.matchAll(PLACEHOLDER);
    if (match && match[0] === value.trim()) return values[match[1] ?? ''] ?? '';
    return value.replaceAll(PLACEHOLDER, (_, name: string) => String(values[name] ?? ''));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, values)]));
}

function placeholdersOf(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(placeholdersOf) : [];
}

const linkedNode = (input: unknown): string | undefined =>
  Array.isArray(input) && input.length === 2 && typeof input[0] === 'string' && typeof input[1] === 'number'
    ? input[0]
    : undefined;

function parse(text: string): Workflow {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const [where = ''] = /\(line \d+ column \d+\)/.exec(String(error)) ?? [];
    throw unusable(`not valid JSON ${where}`.trim(), error);
  }
  if (z.object({ nodes: z.array(z.unknown()) }).safeParse(json).success) {
    throw unusable('saved in the format of the editor; export it with "Export (API)"');
  }
  const parsed = workflowJson.safeParse(json);
  if (!parsed.success || Object.keys(parsed.data).length === 0) {
    throw unusable('not a workflow in API format: nodes by id, each with class_type and inputs');
  }
  return parsed.data;
}

/** The node titled `output`, else the only one of a class that gives out pictures. */
function outputOf(workflow: Workflow): string {
  const ids = Object.keys(workflow);
  const isTitled = (id: string) =>
    titled.safeParse(workflow[id]).data?._meta.title.trim().toLowerCase() === OUTPUT_TITLE;
  const byTitle = ids.filter(isTitled);
  const found =
    byTitle.length > 0 ? byTitle : ids.filter((id) => OUTPUT_CLASSES.includes(workflow[id]?.class_type ?? ''));
  const [output, ...others] = found;
  if (output === undefined) {
    throw unusable('no output: no node SaveImage or PreviewImage, nor one with the title "output"');
  }
  if (others.length > 0) throw unusable(`several outputs (nodes ${found.join(', ')}): title one of them "output"`);
  return output;
}
