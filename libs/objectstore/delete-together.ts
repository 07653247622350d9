import { inBatches } from '@styling/service';

/** How to delete one object, and several by one call, which returns the names that the store refused to delete. */
export type Deleting = {
  readonly one: (name: string) => Promise<unknown>;
  readonly many: (names: readonly string[]) => Promise<readonly string[]>;
};

/**
 * Deletes objects as they are named: those that are named during a call share the next one, as a call costs both sides more than an object.
 * A single one is not delayed. The names of a call that fails fail together.
 *
 * @returns a function for one object, which throws what the call throws, or Error if the store refused to delete it
 */
export function deleteTogether({ one, many }: Deleting): (name: string) => Promise<void> {
  const isDeleted = inBatches(async (names: readonly string[]) => {
    const [name, ...others] = names;
    if (name !== undefined && others.length === 0) {
      await one(name);
      return [true];
    }
    const refused = new Set(await many(names));
    return names.map((each) => !refused.has(each));
  });
  return async (name) => {
    if (!(await isDeleted(name))) throw new Error('the object could not be deleted');
  };
}
