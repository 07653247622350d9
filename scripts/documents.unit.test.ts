import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import root from '../package.json' with { type: 'json' };

const commandsOf = (page: string): readonly string[] => {
  const text = readFileSync(join(import.meta.dirname, '..', page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => String(block));
};

describe.each([
  ['README.md', 2],
  ['docs/api.md', 10],
  ['docs/clients.md', 6],
  ['docs/models.md', 2],
])('%s', (page, blocks) => {
  it('has no id of another system in a command: each takes it from the answer before', () => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThanOrEqual(blocks);
    expect(commands.join('').match(/\b[a-z]{3}_[0-9a-f]{24}/g)).toBeNull();
  });
});

it.each(['CONTRIBUTING.md', 'docs/operate.md', 'docs/clients.md', 'docs/models.md', 'docs/runbook.md'])(
  '%s names only npm scripts that there are',
  (page) => {
    const text = readFileSync(join(import.meta.dirname, '..', page), 'utf8');
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => String(name));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in root.scripts))).toEqual([]);
  },
);
