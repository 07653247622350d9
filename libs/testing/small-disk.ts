import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, runProgram } from '@styling/local-servers';

/** A mounted disk, see {@link mountSmallDisk}. */
export type SmallDisk = Exclude<Awaited<ReturnType<typeof mountSmallDisk>>, string>;

const CHUNK = 1 << 20;
const PAGE = 4_096;

/**
 * Mounts a tmpfs of `bytes` on the existing `folder`: a file system of its own, in memory, which can be filled to the last byte.
 * @returns why it cannot be mounted, in a line, where this user may not mount
 */
export async function mountSmallDisk(folder: string, bytes: number) {
  const run = (command: string, ...args: string[]) => runProgram(command, args, { cwd: '/', timeoutMs: 10_000 });
  const mounted = await run('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'small-disk', folder).catch(
    (error: Error) => ({ code: 1, errors: error.message }),
  );
  if (mounted.code !== 0) return mounted.errors.trim() || 'mount failed';
  const filling = join(folder, 'filling');
  return {
    /** Writes until nothing more can be written, however little is freed meanwhile: in the end less than a page is free. */
    async fill(): Promise<void> {
      const file = await open(filling, 'a');
      try {
        for (const chunk of [Buffer.alloc(CHUNK), Buffer.alloc(PAGE)]) {
          while ((await freeBytes(folder)) >= chunk.length) await file.appendFile(chunk).catch(ignoreFull);
        }
      } finally {
        await file.close();
      }
    },
    /** Deletes what `fill` wrote. */
    empty: () => rm(filling, { force: true }),
    /** Nothing may use it any more. */
    async unmount(): Promise<void> {
      const { code, errors } = await run('umount', folder);
      if (code !== 0) throw new Error(errors.trim());
    },
  };
}

const ignoreFull = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOSPC') throw error;
};
