/** Paths of test files that a text names in backticks, each once. */
export const namedTests = (text: string): string[] => [
  ...new Set([...text.matchAll(/`([\w./-]+\.(?:unit|int|e2e)\.test\.ts)`/g)].map(([, path]) => path as string)),
];

/** Rows of a Markdown table whose last cell should name what holds them, and does not. */
export const rowsWithoutTest = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line) && !/^\|\s*risk\s*\|/.test(line))
    .filter((line) => namedTests(line.split('|').at(-2) ?? '').length === 0);
