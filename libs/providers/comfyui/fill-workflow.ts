import {
  isPlaceholder,
  linkedNode,
  PICTURES,
  PLACEHOLDER,
  type Placeholder,
  placeholdersOf,
  type TryOnWorkflow,
  type Workflow,
} from './workflow.ts';

/** The values of an order; a picture that it does not have is absent. */
type PlaceholderValues = Readonly<Partial<Record<Placeholder, string | number>>>;

/** The inputs without which a node of a class cannot run; undefined for a class that is unknown. */
export type RequiredInputs = (classType: string) => readonly string[] | undefined;

/**
 * The workflow of one order: placeholders replaced, and without the nodes that cannot run for want of a picture which the order does
 * not have. A node that only loses an input it can do without stays.
 *
 * @returns undefined if nothing of the output would be left
 */
export function fillWorkflow(
  { workflow, output }: TryOnWorkflow,
  values: PlaceholderValues,
  required: RequiredInputs,
): Workflow | undefined {
  const absent = PICTURES.filter((name) => values[name] === undefined);
  const removed = new Set(
    Object.keys(workflow).filter((id) =>
      placeholdersOf(workflow[id]?.inputs).some((name) => absent.some((other) => other === name)),
    ),
  );
  const isLost = (input: unknown) => removed.has(linkedNode(input) ?? '');
  for (let before = -1; before !== removed.size; ) {
    before = removed.size;
    for (const [id, { class_type, inputs }] of Object.entries(workflow)) {
      const lost = Object.keys(inputs).filter((name) => isLost(inputs[name]));
      const needed = required(class_type);
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

/**
 * A value with its placeholders replaced. A string that is nothing but a placeholder becomes its value, a number if that is
 * one; inside of a longer string it becomes text.
 */
function filled(value: unknown, values: PlaceholderValues): unknown {
  const lookUp = (name: string) => (isPlaceholder(name) ? (values[name] ?? '') : '');
  if (typeof value === 'string') {
    const [match] = value.matchAll(PLACEHOLDER);
    if (match && match[0] === value.trim()) return lookUp(match[1] ?? '');
    return value.replaceAll(PLACEHOLDER, (_, name: string) => String(lookUp(name)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, values)]));
}

/** Pixels that models of this kind are trained on. */
const PIXELS = 1024 * 1024;
/** Their latents have a sixteenth of the resolution. */
const STEP = 16;
/** Most that one side is longer than the other. */
const MAX_RATIO = 2;

/** The size of the picture to be made, in pixels: about a megapixel with the proportions of the selfie. */
export function outputSize(selfie: { readonly width: number; readonly height: number }) {
  const ratio = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, selfie.width / selfie.height));
  const width = Math.sqrt(PIXELS * ratio);
  const stepped = (side: number) => Math.round(side / STEP) * STEP;
  return { width: stepped(width), height: stepped(width / ratio) };
}
