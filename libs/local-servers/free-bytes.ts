import { statfs } from 'node:fs/promises';

/** Bytes that a user without privileges may still write on the disk of `folder`. @throws Error when there is no such folder */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** `bytes` in words, e.g. `64 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
