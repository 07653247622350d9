import { z } from 'zod';
import { isPlaceholder, PICTURES, type Placeholder, placeholdersOf } from './placeholders.ts';

const node = z.object({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) }).loose();
const titled = z.object({ _meta: z.object({ title: z.string() }) });
const workflowJson = z.record(z.string(), node);

/** A workflow in ComfyUI's API format: nodes by id, whose inputs are literals or links `[node id, output]`. */
export type Workflow = z.output<typeof workflowJson>;

/** What an operator's workflow can do, read from the placeholders in it. */
export type TryOnWorkflow = {
  readonly workflow: Workflow;
  /** The node whose first picture is the result. */
  readonly output: string;
  /** Pictures of garments it takes. */
  readonly references: number;
  /** Whether it takes a description of the garments. */
  readonly text: boolean;
  readonly seed: boolean;
};

/** Classes of ComfyUI itself whose nodes give out pictures. */
const OUTPUT_CLASSES: readonly string[] = ['SaveImage', 'PreviewImage'];
const OUTPUT_TITLE = 'output';

/** A workflow cannot be used; the message says what is wrong with it, in one line. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError';
}

/**
 * Reads a workflow exported from ComfyUI in API format, with placeholders where an order's values belong.
 *
 * @throws WorkflowError if it is no such workflow, or lacks a placeholder or an output
 */
export function readWorkflow(text: string): TryOnWorkflow {
  const workflow = parse(text);
  for (const [id, { inputs }] of Object.entries(workflow)) {
    const broken = linksOf(inputs).find((source) => !workflow[source]);
    if (broken !== undefined) throw new WorkflowError(`node ${id} is linked to node ${broken}, which is missing`);
  }
  const names = new Set(Object.values(workflow).flatMap(({ inputs }) => placeholdersOf(inputs)));
  const unknown = [...names].find((name) => !isPlaceholder(name));
  if (unknown !== undefined) throw new WorkflowError(`unknown placeholder {{${unknown}}}`);
  const has = (name: Placeholder) => names.has(name);
  if (!has('selfie')) throw new WorkflowError('the placeholder {{selfie}} is missing');
  const garments = PICTURES.slice(1);
  const references = garments.filter(has).length;
  const gap = garments.slice(0, references).find((name) => !has(name));
  if (gap) throw new WorkflowError(`the placeholder {{${gap}}} is missing, but a later one is there`);
  const text_ = has('prompt') || has('description');
  if (!text_ && references === 0) {
    throw new WorkflowError('one of the placeholders {{prompt}}, {{description}} and {{garment_1}} is needed');
  }
  return { workflow, output: outputOf(workflow), references, text: text_, seed: has('seed') };
}

/** The nodes that the inputs of a node are linked to. */
export const linksOf = (inputs: Readonly<Record<string, unknown>>): string[] =>
  Object.values(inputs).flatMap((input) => linkedNode(input) ?? []);

/** The node that an input is linked to; undefined for a literal. */
export const linkedNode = (input: unknown): string | undefined =>
  Array.isArray(input) && input.length === 2 && typeof input[0] === 'string' && typeof input[1] === 'number'
    ? input[0]
    : undefined;

function parse(text: string): Workflow {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const [where = ''] = /\(line \d+ column \d+\)/.exec(String(error)) ?? [];
    throw new WorkflowError(`not valid JSON ${where}`.trim(), { cause: error });
  }
  if (z.object({ nodes: z.array(z.unknown()) }).safeParse(json).success) {
    throw new WorkflowError('saved in the format of the editor; export it with "Export (API)"');
  }
  const parsed = workflowJson.safeParse(json);
  if (!parsed.success || Object.keys(parsed.data).length === 0) {
    throw new WorkflowError('not a workflow in API format: nodes by id, each with class_type and inputs');
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
    throw new WorkflowError('no output: no node SaveImage or PreviewImage, nor one with the title "output"');
  }
  if (others.length > 0)
    throw new WorkflowError(`several outputs (nodes ${found.join(', ')}): title one of them "output"`);
  return output;
}
