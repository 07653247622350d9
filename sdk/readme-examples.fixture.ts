import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The programs in the README, in their order. */
export async function readmeExamples(): Promise<string[]> {
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program]) => String(program));
}
