import type { TestEvent } from 'node:test/reporters';

/** One line per row; at the end the failed and skipped rows, with the counts. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, 'not run': 0 };
  const remarks: string[] = [];
  let section = '';
  for await (const { type, data } of source) {
    if (type === 'test:start' && data.nesting === 0) {
      section = data.name;
      yield `\n${section}\n`;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details.type === 'suite') continue;
    const outcome = data.skip === undefined ? (type === 'test:pass' ? 'passed' : 'failed') : 'not run';
    counts[outcome]++;
    const took = `${(data.details.duration_ms / 1000).toFixed(1)} s`;
    yield `  ${MARKS[outcome]}  ${data.name}${outcome === 'not run' ? `: ${data.skip}` : ` (${took})`}\n`;
    if (outcome === 'not run') remarks.push(`NOT RUN  ${section}: ${data.name}\n         ${data.skip}`);
    if (type === 'test:fail' && outcome === 'failed')
      remarks.push(`FAILED   ${section}: ${data.name}\n         ${reason(data.details.error)}`);
  }
  yield `\n${remarks.map((remark) => `${remark}\n`).join('')}`;
  yield `\n${Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')}\n`;
}

const MARKS = { passed: 'pass   ', failed: 'FAIL   ', 'not run': 'NOT RUN' } as const;

/** The error of a row, which node wraps. */
function reason(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.replaceAll('\n', '\n         ');
}
