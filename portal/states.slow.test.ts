import type { Browser, Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { text as account } from '#texts/account.ts';
import { text as elements } from '#texts/elements.ts';
import { text as events } from '#texts/events.ts';
import { text as images } from '#texts/images.ts';
import { text as jobs } from '#texts/jobs.ts';
import { text as keys } from '#texts/keys.ts';
import { text as usage } from '#texts/usage.ts';
import { accessibilityViolations } from './testing/accessibility.ts';
import { type PortalAddress, pagesOf } from './testing/all-pages.ts';
import { type OpenPortal, openPortal } from './testing/open-portal.ts';
import { sessionOf } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// What pages show while they read, when they cannot, and when there is nothing yet; a picture of each is in .local/screenshots.

const REQUEST_ID = 'req_0123456789abcdef01234567';
/** What a page asks of the service; not its session, without which there is no page. */
const CALLED = /^\/(?!portal(\/|$))|^\/portal\/api\/(?!session$)/;
const VIEWS = [{ theme: 'light', width: 1280 } as const, { theme: 'dark', width: 360 } as const];
let site: Site;
let browser: Browser;
let session: string;
/** The session of somebody who has done nothing yet. */
let newcomer: string;
let pages: PortalAddress[];

beforeAll(async () => {
  const started = await openSiteInBrowser('states', { garments: ['a green jumper'] });
  ({ site, browser, session } = started);
  newcomer = await sessionOf(site, 'newcomer');
  pages = await pagesOf(site);
  return started.stop;
});

/** Keeps the calls of a page without a response, until `fail` responds to these and all others. */
async function holdCalls(page: Page) {
  const held: Route[] = [];
  let isHeld = true;
  const isCall = ({ origin, pathname }: URL) => origin === site.url && CALLED.test(pathname);
  const refuse = (route: Route) =>
    route
      .fulfill({
        status: 500,
        headers: { 'x-request-id': REQUEST_ID },
        json: { error: 'Internal server error', code: 'internal' },
      })
      // A page may have given it up by now.
      .catch(() => undefined);
  await page.route(isCall, (route) => (isHeld ? void held.push(route) : refuse(route)));
  return {
    fail: async () => {
      isHeld = false;
      await Promise.all(held.map(refuse));
    },
    release: () => page.unroute(isCall),
  };
}

const READING = ['images', 'jobs', 'events', 'usage', 'keys', 'webhooks', 'account', 'image', 'job', 'webhook'];

it.each(READING)('%s keeps its place while it reads, says why it cannot, and reads again', async (name) => {
  const address = pages.find((page) => page.name === name) as PortalAddress;
  await using opened = await openPortal(browser, site, '/analyse', { session, expectedFailures: / 500$/ });
  const { page } = opened;
  const calls = await holdCalls(page);
  await page.goto(`${site.url}/portal${address.path}`);
  await page.locator('portal-skeleton, portal-images .place').first().waitFor();
  await inBothViews(opened, `${name}-loading`);

  await calls.fail();
  const errors = page.locator('portal-error');
  await errors.first().getByText(REQUEST_ID).waitFor();
  await opened.settle();
  await inBothViews(opened, `${name}-error`);

  await calls.release();
  for (let left = await errors.count(); left > 0; left = await errors.count()) {
    await errors.first().getByRole('button', { name: elements.retry }).click();
    await expect.poll(() => errors.count()).toBeLessThan(left);
  }
  await opened.settle();
  expect(await errors.count()).toBe(0);
});

it.each([
  ['images', '/images', images.empty.heading],
  ['jobs', '/jobs', jobs.empty.heading],
  ['jobs-filtered', '/jobs?status=failed', jobs.noneOfStatus.heading],
  ['events', '/events', events.empty.heading],
  ['keys', '/keys', keys.empty.heading],
  ['webhooks', '/webhooks', 'No webhooks yet'],
  ['account', '/account', account.passkeys.emptyHeading],
  ['usage', `/usage?endpoint=${encodeURIComponent('/nothing')}`, usage.filteredEmpty.heading],
])('%s without anything says what will be there, and leads to it', async (name, path, heading) => {
  // The page of usage is empty in this way only where a filter leaves nothing.
  await using opened = await openPortal(browser, site, path, { session: name === 'usage' ? session : newcomer });
  const empty = opened.page.locator('portal-empty');
  await empty.getByRole('heading', { name: heading }).waitFor();
  // One sentence, and one action.
  expect(await empty.locator(':scope > :is(a, button)').count()).toBe(1);
  await inBothViews(opened, `${name}-empty`);
});

/** Expects that a page is accessible, and fits, in a window in light, and on a phone in dark. */
async function inBothViews({ page, showAs, screenshot }: OpenPortal, name: string): Promise<void> {
  for (const view of VIEWS) {
    await showAs(view);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(view.width);
    await screenshot(name);
  }
}
