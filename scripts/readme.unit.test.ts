import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no command of the README has an id of another system: each takes it from the answer before', () => {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => String(block));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.join('').match(/\b[a-z]{3}_[0-9a-f]{24}/g)).toBeNull();
});
