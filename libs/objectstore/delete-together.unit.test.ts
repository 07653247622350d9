import { expect, it } from 'vitest';
import { deleteTogether } from './delete-together.ts';

/** A store whose first call takes until `proceed`. @param refused by every call for several */
function setUp(refused: readonly string[] = []) {
  const calls: (string | readonly string[])[] = [];
  const { promise, resolve: proceed, reject: fail } = Promise.withResolvers<void>();
  const call = (names: string | readonly string[]) => {
    calls.push(names);
    return calls.length === 1 ? promise : Promise.resolve();
  };
  const remove = deleteTogether({ one: call, many: (names) => call(names).then(() => refused) });
  return { calls, remove, proceed, fail };
}

it('given one object, then it is deleted at once; given several meanwhile, then by one call', async () => {
  const { calls, remove, proceed } = setUp();
  const first = remove('a');
  await Promise.resolve();
  expect(calls).toEqual(['a']);
  const others = ['b', 'c'].map(remove);
  proceed();
  await Promise.all([first, ...others]);
  expect(calls).toEqual(['a', ['b', 'c']]);
  await remove('d');
  expect(calls.at(-1)).toBe('d');
});

it('given one that the store refuses to delete, then only that fails', async () => {
  const { remove, proceed } = setUp(['b']);
  const all = Promise.allSettled(['a', 'b', 'c'].map(remove));
  proceed();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(Promise.all(['b', 'c'].map(remove))).rejects.toThrow('the object could not be deleted');
});

it('given a call that fails, then all its names fail, and the next ones do not', async () => {
  const { remove, fail } = setUp();
  const all = Promise.allSettled(['a', 'b'].map(remove));
  fail(new Error('the store is away'));
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await remove('c');
});
