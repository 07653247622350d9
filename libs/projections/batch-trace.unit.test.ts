import { expect, it } from 'vitest';
import { batchTrace } from './batch-trace.ts';

const told = (entries: Parameters<typeof batchTrace>[0]) => {
  const { links, parent } = batchTrace(entries);
  return { links: links(), parent };
};
const from = (trace: string, span: string) => ({ traceparent: `00-${trace.repeat(32)}-${span.repeat(16)}-01` });
const entry = (trace?: { traceparent: string }) => ({ seq: 1, event: null, ...(trace && { trace }) });

it('given events of one trace, then the batch goes under the first and is linked to each', () => {
  const [one, two] = [from('a', '1'), from('a', '2')];
  expect(told([entry(one), entry(two)])).toEqual({ links: [one, two], parent: one });
});

it('given events of several traces, then it goes under none', () => {
  const [one, two] = [from('a', '1'), from('b', '2')];
  expect(told([entry(one), entry(two)])).toEqual({ links: [one, two], parent: undefined });
});

it('given an event without a trace, then there is nothing to tie it to', () => {
  expect(told([entry()])).toEqual({ links: [], parent: undefined });
});
