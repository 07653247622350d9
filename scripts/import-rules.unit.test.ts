import { describe, expect, it } from 'vitest';
import { findFaults } from './import-rules.ts';

const faultsOf = (path: string, text: string, name = '@styling/bus', dependencies = ['@styling/contracts', 'zod']) =>
  findFaults([{ folder: 'libs/bus', name, dependencies, files: [{ path, text }] }], ['vitest'], ['fs']);

describe('import rules', () => {
  it.each([
    ['a declared package', `import { z } from 'zod';`],
    ['a subpath of a declared package', `import x from 'zod/v4';`],
    ['a lower layer', `import type { A } from '@styling/contracts';`],
    ['a built-in', `import fs from 'node:fs';`],
    ['a neighbour', `import { a } from './a.ts';`],
    ["the root's package.json", `import root from '../../package.json' with { type: 'json' };`],
  ])('allow %s', (_, text) => {
    expect(faultsOf('libs/bus/b.ts', text)).toEqual([]);
  });

  it.each([
    ['an undeclared package', `import pg from 'pg';`, 'is not declared'],
    ['an undeclared dynamic import', `await import('pg');`, 'is not declared'],
    ['a bare built-in', `import fs from 'fs';`, 'needs the prefix'],
    ['a file of another package', `import { a } from '../database/a.ts';`, 'leaves its package'],
    ['a path without an ending', `import { a } from './a';`, 'does not name a file'],
    ['testing outside of tests', `import { a } from '@styling/testing';`, 'is for tests only'],
    ['fake models outside of tests', `import { a } from '@styling/fake-models';`, 'is for tests only'],
    ['fake models by a dynamic import', `await import('@styling/fake-models');`, 'is for tests only'],
    ['fake models by a path', `import { a } from '../fake-models/index.ts';`, 'leaves its package'],
    ['a fixture outside of tests', `import { a } from './a.fixture.ts';`, 'is for tests only'],
    ['the environment', `const a = process.env.A;`, 'reads process.env'],
  ])('refuse %s', (_, text, reason) => {
    expect(faultsOf('libs/bus/b.ts', text)).toEqual([expect.stringContaining(reason)]);
  });

  it('refuse a package of the same layer, even declared', () => {
    const text = `import { a } from '@styling/database';`;
    expect(faultsOf('libs/bus/b.ts', text, '@styling/bus', ['@styling/database'])).toEqual([
      expect.stringContaining('is not below'),
    ]);
  });

  it('refuse fake models even to a service that declares them', () => {
    const text = `import { a } from '@styling/fake-models';`;
    expect(faultsOf('libs/bus/b.ts', text, '@styling/tryon', ['@styling/fake-models'])).toEqual([
      expect.stringContaining('is for tests only'),
    ]);
  });

  it('refuse embedded servers to a service, even declared, but not to the local stack', () => {
    const text = `import { a } from '@styling/local-servers';`;
    expect(faultsOf('libs/bus/b.ts', text, '@styling/usage', ['@styling/local-servers'])).toEqual([
      expect.stringContaining('is for tests and the local stack only'),
    ]);
    expect(faultsOf('libs/bus/b.ts', text, '@styling/local-stack', ['@styling/local-servers'])).toEqual([]);
  });

  it('let the bench stand on services, and nothing on the bench', () => {
    const onService = `import { a } from '@styling/tryon';`;
    expect(faultsOf('libs/bus/b.ts', onService, '@styling/bench', ['@styling/tryon'])).toEqual([]);
    const onBench = `import { a } from '@styling/bench';`;
    expect(faultsOf('libs/bus/b.ts', onBench, '@styling/tryon', ['@styling/bench'])).toEqual([
      expect.stringContaining('is not below'),
    ]);
  });

  it('let tests use development dependencies, @styling/testing and @styling/fake-models', () => {
    const text = `import { it } from 'vitest'; import { a } from '@styling/testing'; import { b } from '@styling/fake-models';`;
    expect(faultsOf('libs/bus/b.int.test.ts', text)).toEqual([]);
  });

  it('let fixtures use what tests may, and tests and fixtures use them', () => {
    const text = `import { it } from 'vitest'; import { a } from '@styling/testing'; import { b } from './b.fixture.ts';`;
    expect(faultsOf('libs/bus/a.fixture.ts', text)).toEqual([]);
    expect(faultsOf('libs/bus/b.int.test.ts', text)).toEqual([]);
  });

  it('let a gallery use what tests may', () => {
    expect(faultsOf('libs/bus/gallery/b.ts', `import { b } from '@styling/testing';`)).toEqual([]);
    expect(faultsOf('libs/bus/gallery.ts', `import { b } from '@styling/testing';`)).toHaveLength(1);
  });

  it('let entry files read the environment', () => {
    expect(faultsOf('libs/bus/main.ts', 'process.env.A')).toEqual([]);
  });
});
