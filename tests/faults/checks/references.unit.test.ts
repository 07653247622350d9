import { expect, it } from 'vitest';
import { findReference, references } from './references.ts';

it.each(references)('check $id refers to a test that exists', async (reference) => {
  await expect(findReference(reference)).resolves.toBeUndefined();
});

it('given a test that does not exist, then it is named', async () => {
  const reference = {
    id: '0',
    name: 'none',
    file: 'faults/checks/references.ts',
    title: ['no', 'such', 'test'].join(' '),
  };
  await expect(findReference(reference)).rejects.toThrow('faults/checks/references.ts has no test "no such test"');
});
