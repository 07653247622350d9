import { startObjectStore } from '@styling/local-stack';

/** The embedded object store in this process. @returns its address */
export async function start(dataDir: string, bucket: string): Promise<string> {
  const { url } = await startObjectStore({ dataDir, bucket });
  return url;
}
