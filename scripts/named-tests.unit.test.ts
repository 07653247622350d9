import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Paths of test files that a text names in backticks, each once. */
const namedTests = (text: string): string[] => [
  ...new Set([...text.matchAll(/`([\w./-]+\.(?:unit|int|e2e)\.test\.ts)`/g)].map(([, path]) => path as string)),
];

/** Rows of a Markdown table whose last cell should name what holds them, and does not. */
const rowsWithoutTest = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line) && !/^\|\s*risk\s*\|/.test(line))
    .filter((line) => namedTests(line.split('|').at(-2) ?? '').length === 0);

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), 'utf8');

describe.each(['docs/threat-model.md', 'docs/retention.md', 'SECURITY.md'])('%s', (document) => {
  it('names only tests that there are', () => {
    expect(namedTests(read(document)).filter((path) => !existsSync(pathOf(path)))).toEqual([]);
  });
});

describe('docs/threat-model.md', () => {
  it('names a test for each risk', () => {
    expect(namedTests(read('docs/threat-model.md')).length).toBeGreaterThan(20);
    expect(rowsWithoutTest(read('docs/threat-model.md'))).toEqual([]);
  });
});

it('given a table, then the tests that are named and the rows that name none are found', () => {
  const text =
    '| risk | held by |\n|---|---|\n| a | `x/a.int.test.ts`, `b.unit.test.ts` |\n| `c.int.test.ts` | nothing |\n';
  expect(namedTests(text)).toEqual(['x/a.int.test.ts', 'b.unit.test.ts', 'c.int.test.ts']);
  expect(rowsWithoutTest(text)).toEqual(['| `c.int.test.ts` | nothing |']);
});

it('no document runs TypeScript by a bare node, which may be too old for it', () => {
  const documents = globSync('{*,{docs,services,libs,deploy,bench,faults,conformance}/**/*}.md', {
    cwd: pathOf(''),
    exclude: (path) => /node_modules|docs\/decisions/.test(path),
  });
  expect(documents.length).toBeGreaterThan(20);
  expect(documents.filter((path) => /(?<!npx |bin\/)\bnode [\w<>./-]+\.ts/.test(read(path)))).toEqual([]);
});
