import { join } from 'node:path';

/**
 * Where Node keeps what it compiled of this clone, types stripped, for the next process: for NODE_COMPILE_CACHE and
 * `module.enableCompileCache`. An entry is valid only for the exact source it was compiled from; `npm ci`
 * removes all. A folder that is not writable only costs time.
 */
export const compileCacheDir = (repositoryDir: string): string =>
  join(repositoryDir, 'node_modules', '.cache', 'compiled');
