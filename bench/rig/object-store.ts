import { startObjectStore } from '@styling/local-servers';

/**
 * The embedded object store in this process, in memory: it stands for one that has machines of its own, so as little of
 * it as can be is to be measured. @returns its address
 */
export async function start(bucket: string): Promise<string> {
  const { url } = await startObjectStore({ bucket });
  return url;
}
