import { parseArgs } from 'node:util';
import { startOwnStack } from '@styling/local-stack/own-stack.fixture.ts';
import { launchBrowser } from '@styling/testing/browser';
import { text as studio } from '../page/texts/studio.ts';
import { allPages, type PortalAddress } from './all-pages.ts';
import { fillSite } from './fill-site.ts';
import { type OpenPortal, openPortal, type Viewer } from './open-portal.ts';
import { SESSION_COOKIE, signIn, tokenOf } from './sign-in.ts';
import { startSite } from './start-site.ts';

// `npm run portal:look`: pictures of the pages of the portal, to look at. Of a system of its own, with real images and jobs, or of the
// one that a link signs in to. What is wrong with a page is printed; it is no reason to end.
const RESULT_WITHIN_MS = 60_000;
const GARMENTS = ['a camel coat with a white t-shirt', 'a green jumper', 'a navy blazer', 'a red floral dress'];

/** A page, and what is done there before its picture is taken. */
type Scene = PortalAddress & { readonly act?: (opened: OpenPortal) => Promise<void> };

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    theme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '1280,800,360' },
    link: { type: 'string' },
  },
});
const names = given.only?.split(',');
const themes = given.theme.split(',') as NonNullable<Viewer['theme']>[];
const widths = given.width.split(',').map(Number);

if (given.link === undefined) {
  const stack = await startOwnStack({ ALLOW_PRIVATE_URLS: '1' });
  try {
    const site = await startSite(stack, { user: 'demo', apiKey: stack.demoKey });
    await fillSite(site, GARMENTS);
    await look(site.url, await signIn(site.url, { token: tokenOf(await site.invite('demo')) }));
    site.stop();
  } finally {
    await stack.stop();
  }
} else {
  const { origin } = new URL(given.link);
  await look(origin, await signIn(origin, { token: tokenOf(given.link) }));
}

async function look(url: string, session: string): Promise<void> {
  const read = async (path: string) => {
    const headers = { cookie: `${SESSION_COOKIE}=${session}`, 'sec-fetch-site': 'same-origin' };
    return (await fetch(url + path, { headers })).json();
  };
  const { images } = (await read('/images?limit=1')) as { images: { image_url: string }[] };
  const site = { url, imageStoreUrl: images[0]?.image_url ?? url };
  const dressed: Scene = { name: 'dressed', path: '/', act: dress };
  const pages = [...(await allPages(read)), dressed].filter(({ name }) => names?.includes(name) ?? true);
  const browser = await launchBrowser();
  try {
    for (const scene of pages) {
      for (const theme of themes) {
        for (const width of widths) {
          await picture(scene, { theme, width, ...(!scene.isPublic && { session }) }).catch((error: Error) =>
            console.log(`  ${error.message}`),
          );
        }
      }
    }
  } finally {
    await browser.close();
  }

  async function picture({ name, path, act }: Scene, viewer: Viewer): Promise<void> {
    await using opened = await openPortal(browser, site, path, viewer);
    await act?.(opened);
    const { bytes, shift, drawnAfterMs } = await opened.observed();
    console.log(
      `${await opened.screenshot(name)}  ${(bytes / 1000).toFixed(1)} kB, drawn after ${drawnAfterMs.toFixed()} ms, shift ${shift.toFixed(3)}`,
    );
  }
}

/** Has the studio dress its first example. */
async function dress({ page, settle }: OpenPortal): Promise<void> {
  await page.getByRole('button', { name: studio.sitter.example('Grace Hopper') }).click();
  await page.getByLabel(studio.garments.words).first().fill('a camel coat with a white t-shirt');
  await page.getByRole('button', { name: studio.dress, exact: true }).click();
  await page.getByRole('slider', { name: studio.result.slider }).waitFor({ timeout: RESULT_WITHIN_MS });
  await settle();
}
