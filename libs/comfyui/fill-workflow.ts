import { filled, PICTURES, type PlaceholderValues, placeholdersOf } from './placeholders.ts';
import { linkedNode, type TryOnWorkflow, type Workflow } from './workflow.ts';

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
