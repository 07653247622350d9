import { startObjectStore } from '@styling/local-servers';
import { THROWAWAY_STORE_CREDENTIALS } from '@styling/process-rig/environment';

/**
 * The embedded object store in this process, in memory: it stands for one on other machines, so it should use as
 * little processor time as possible. @returns its address
 */
export async function start(bucket: string): Promise<string> {
  const { url } = await startObjectStore({ bucket, credentials: THROWAWAY_STORE_CREDENTIALS });
  return url;
}
