import { startObjectStore } from '@styling/local-servers';

/**
 * The embedded object store in this process, in memory: it stands for one on other machines, so it should use as
 * little processor time as possible. @returns its address
 */
export async function start(bucket: string): Promise<string> {
  const { url } = await startObjectStore({ bucket });
  return url;
}
