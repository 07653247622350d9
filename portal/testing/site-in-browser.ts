import { launchBrowser } from '@styling/testing/browser';
import { fillSite } from './fill-site.ts';
import { sessionOf } from './sign-in.ts';
import { startSite } from './start-site.ts';

/**
 * Starts a whole system and a browser, and signs in to its portal as `demo`. `stop` is for a test file's `beforeAll` to return.
 * Nothing is left running when it fails.
 *
 * @param options.garments what to dress somebody in first; see `fillSite`
 * @param options.camera see `launchBrowser`
 */
export async function startSiteInBrowser(
  options: { readonly garments?: readonly string[]; readonly camera?: string } = {},
) {
  await using undo = new AsyncDisposableStack();
  const site = undo.adopt(await startSite(), (started) => started.stop());
  const browser = undo.adopt(await launchBrowser(options), (launched) => launched.close());
  if (options.garments) await fillSite(site, options.garments);
  const session = await sessionOf(site, 'demo');
  const running = undo.move();
  return { site, browser, session, stop: () => running.disposeAsync() };
}
