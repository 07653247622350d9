import { startObjectStore, THROWAWAY_STORE_CREDENTIALS } from '@styling/local-servers';

/** Starts the embedded object store in this process, in memory. @returns its address */
export async function start(bucket: string): Promise<string> {
  return (await startObjectStore({ bucket, credentials: THROWAWAY_STORE_CREDENTIALS })).url;
}
