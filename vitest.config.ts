import { fileURLToPath } from 'node:url';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';

const tier = (name: string, timeout: number, others: UserWorkspaceConfig['test'] = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`{libs,services,deploy,scripts,portal,sdk,tests}/**/*.${name}.test.ts`],
    testTimeout: timeout,
    hookTimeout: Math.max(timeout, 120_000),
    ...others,
  },
});

/**
 * Tiers, told apart by file name: pure (`unit`), one real server or more (`int`), the whole stack (`e2e`), and what takes minutes
 * (`slow`, `npm run test:slow`), which CI runs besides. The first two share modules from file to file: loading them takes a pure test
 * most of its time, and one with servers about a second.
 */
export default defineConfig({
  // The same alias as in portal/vite.config.ts: the package itself is compiled when it is published.
  resolve: {
    alias: [{ find: /^@styling\/client$/, replacement: fileURLToPath(new URL('./sdk/index.ts', import.meta.url)) }],
  },
  test: {
    pool: 'forks',
    // One more than CI has cores: most tests wait for servers.
    maxWorkers: 3,
    // A test that asserts nothing cannot fail. On a busy machine one second, the default, is too short to poll for anything.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    setupFiles: ['./tests/fixed-seed.setup.ts'],
    globalSetup: [
      './tests/compile-cache.setup.ts',
      './tests/prepared-cluster.setup.ts',
      './tests/shared-stack.setup.ts',
    ],
    projects: [
      tier('unit', 20_000, { isolate: false }),
      tier('int', 60_000, { isolate: false }),
      // A whole system is a dozen processes, and on two cores those of three do not start within any reasonable time.
      tier('e2e', 300_000, { maxWorkers: 2, sequence: { groupOrder: 1 } }),
      tier('slow', 600_000, { maxWorkers: 2, sequence: { groupOrder: 2 } }),
    ],
  },
});
