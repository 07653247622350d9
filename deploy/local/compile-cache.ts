import { join } from 'node:path';

/**
 * Where Node keeps what it compiled of this clone, types stripped, for the next process: for NODE_COMPILE_CACHE and
 * `module.enableCompileCache`. An entry counts only for the very source it was made of; `npm ci` takes all of them away.
 * A folder that cannot be written to costs nothing but time.
 */
export const compileCacheDir = (repositoryDir: string): string =>
  join(repositoryDir, 'node_modules', '.cache', 'compiled');
