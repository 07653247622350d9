import { defineConfig } from 'vitest/config';

const tier = (name: string, timeout: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`{libs,services,deploy,scripts,conformance,faults,bench}/**/*.${name}.test.ts`],
    testTimeout: timeout,
    hookTimeout: Math.max(timeout, 60_000),
  },
});

/** Three tiers, told apart by file name: pure (`unit`), one real server or more (`int`), the whole stack (`e2e`). */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    setupFiles: ['./fixed-seed.setup.ts'],
    projects: [tier('unit', 10_000), tier('int', 60_000), tier('e2e', 120_000)],
  },
});
