import { joinSharedStack } from '@styling/local-stack/shared-stack.fixture.ts';
import { launchBrowser } from '@styling/testing/browser';
import { fillSite } from './fill-site.ts';
import { sessionOf } from './sign-in.ts';
import { startSite } from './start-site.ts';

/**
 * Starts a browser, and signs in to the portal of the system that test files share. `stop` is for a test file's `beforeAll` to return.
 * Nothing is left running when it fails.
 *
 * @param user a new one, named after the file
 * @param options.garments what to dress somebody in first; see `fillSite`
 * @param options.camera see `launchBrowser`
 */
export async function openSiteInBrowser(
  user: string,
  options: { readonly garments?: readonly string[]; readonly camera?: string } = {},
) {
  await using undo = new AsyncDisposableStack();
  const { apiKey, ...stack } = await joinSharedStack(user);
  const site = undo.adopt(await startSite(stack, { user, apiKey }), (started) => started.stop());
  const browser = undo.adopt(await launchBrowser(options), (launched) => launched.close());
  if (options.garments) await fillSite(site, options.garments);
  const session = await sessionOf(site, user);
  const running = undo.move();
  return { site, browser, session, stop: () => running.disposeAsync() };
}
