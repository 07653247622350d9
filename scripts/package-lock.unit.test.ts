import { describe, expect, it } from 'vitest';
import root from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

// npm warns of both, and .npmrc silences its warnings.
type Entry = { readonly deprecated?: string; readonly hasInstallScript?: boolean; readonly optional?: boolean };
const entries = Object.entries(lock.packages as Record<string, Entry>);
const namesOf = (wanted: (entry: Entry) => boolean) =>
  entries.filter(([, entry]) => wanted(entry)).map(([path]) => path.replace(/^.*node_modules\//, ''));

describe('package-lock.json', () => {
  it('has no deprecated package', () => {
    expect(namesOf(({ deprecated }) => deprecated !== undefined)).toEqual([]);
  });

  it('has no install script that nobody has decided on', () => {
    const undecided = namesOf(({ hasInstallScript, optional }) => hasInstallScript === true && !optional);
    expect(undecided.filter((name) => !(name in root.allowScripts))).toEqual([]);
  });
});
