import { z } from 'zod';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import type { RequiredInputs } from './fill-workflow.ts';
import { insist } from './insist.ts';
import type { Workflow } from './workflow.ts';

const declaration = z.object({ input: z.object({ required: z.record(z.string(), z.unknown()).catch({}) }) });

/**
 * Asks the server once which inputs the nodes of a workflow cannot run without; only needed for orders that lack a picture.
 *
 * @returns a function that gives them; `isNeeded` says whether the order lacks one
 */
export function requiredInputs(deps: ComfyDependencies, workflow: Workflow) {
  const classes = [...new Set(Object.values(workflow).map(({ class_type }) => class_type))];
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  return async (isNeeded: boolean, bounds: Bounds): Promise<RequiredInputs> => {
    if (isNeeded) known ??= await ask(deps, classes, bounds);
    return (classType) => known?.get(classType);
  };
}

/** @throws see {@link insist} */
async function ask(
  deps: ComfyDependencies,
  classes: readonly string[],
  bounds: Bounds,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const declared = await Promise.all(
    classes.map(async (name) => {
      const { body } = await insist(deps, bounds, 'look-up of a node', (options) => deps.api.objectInfo(name, options));
      const { data } = z.record(z.string(), z.unknown()).safeParse(body);
      const { data: found } = declaration.safeParse(data?.[name]);
      return found ? [[name, Object.keys(found.input.required)] as const] : [];
    }),
  );
  return new Map(declared.flat());
}
