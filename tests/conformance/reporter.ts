import type { TestEvent } from 'node:test/reporters';

/** One line per row; at the end the failed and skipped rows, with the counts. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, 'not run': 0 };
  let remarks = '';
  let section = '';
  for await (const { type, data } of source) {
    if (type === 'test:start' && data.nesting === 0) {
      section = data.name;
      yield `\n${section}\n`;
    }
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const { name, skip, details } = data;
    if (skip !== undefined) {
      counts['not run']++;
      remarks += `NOT RUN  ${section}: ${name}\n         ${skip}\n`;
      yield `  NOT RUN  ${name}: ${skip}\n`;
      continue;
    }
    counts[type === 'test:pass' ? 'passed' : 'failed']++;
    if (type === 'test:fail') remarks += `FAILED   ${section}: ${name}\n         ${reason(data.details.error)}\n`;
    yield `  ${type === 'test:pass' ? 'pass   ' : 'FAIL   '}  ${name} (${(details.duration_ms / 1000).toFixed(1)} s)\n`;
  }
  const total = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  yield `\n${remarks}\n${total.join(', ')}\n`;
}

function reason(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.replaceAll('\n', '\n         ');
}
