import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder this repository is cloned to. */
export const REPOSITORY_DIR = fileURLToPath(new URL('../..', import.meta.url));

/** The administration of API keys, which `npm run keys` runs; a path in the repository. */
export const KEYS_SCRIPT = 'services/gateway/keys.ts';

/** The administration of users' limits, which `npm run limits` runs. */
export const LIMITS_SCRIPT = 'services/gateway/limits.ts';

/**
 * Where Node keeps what it compiled of a clone, types stripped, for the next process: for NODE_COMPILE_CACHE and
 * `module.enableCompileCache`. An entry is valid only for the exact source; `npm ci` removes all.
 */
export const compileCacheDir = (repositoryDir: string): string =>
  join(repositoryDir, 'node_modules', '.cache', 'compiled');
