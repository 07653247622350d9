import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BuiltSite } from './build-site.ts';

let site: Promise<BuiltSite> | undefined;

/**
 * The site of this process, built once, on a thread of its own: it is half a second of work, during which requests are served. A
 * gateway calls this when it is ready, so that nobody waits; the first request for a page does otherwise. After a failure the next
 * call begins anew.
 *
 * @throws Error of a file that cannot be read or sent
 */
export function prepareSite(): Promise<BuiltSite> {
  site ??= buildOnThread().catch((error) => {
    site = undefined;
    throw error;
  });
  return site;
}

async function buildOnThread(): Promise<BuiltSite> {
  const worker = new Worker(new URL('./build-site.worker.ts', import.meta.url));
  // A process that stops does not wait for it.
  worker.unref();
  const [built] = (await once(worker, 'message')) as [BuiltSite];
  return built;
}
