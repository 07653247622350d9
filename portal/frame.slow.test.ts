import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { text } from '#texts/app.ts';
import { text as elements } from '#texts/elements.ts';
import { text as errors } from '#texts/errors.ts';
import { text as signInTexts } from '#texts/sign-in.ts';
import { text as studio } from '#texts/studio.ts';
import { openPortal } from './testing/open-portal.ts';
import { signIn } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// What the frame does around the pages, in a browser.

let site: Site;
let browser: Browser;
let session: string;

beforeAll(async () => {
  const started = await openSiteInBrowser('frame');
  ({ site, browser } = started);
  session = started.session;
  return started.stop;
});

const SIGNED_OUT = / 40[13]$/;
const READY_MS = 1_000;

it('goes from page to page without loading a document, with title, focus and a marked link', async () => {
  await using opened = await openPortal(browser, site, '/', { session, reducedMotion: 'no-preference' });
  const { page } = opened;
  await page.evaluate('globalThis.isSameDocument = true');
  const link = page.getByRole('navigation').getByRole('link', { name: text.titles.jobs });
  await link.click();
  await page.waitForURL('**/portal/jobs');
  await page.getByRole('main', { name: text.titles.jobs }).waitFor();
  expect(await page.title()).toBe(text.title(text.titles.jobs));
  expect(await page.getByRole('main', { name: text.titles.jobs }).evaluate((main) => main.matches(':focus'))).toBe(
    true,
  );
  expect(await link.getAttribute('aria-current')).toBe('page');
  await page.goBack();
  await page.getByRole('main', { name: text.titles.studio }).waitFor();
  expect(await page.evaluate('globalThis.isSameDocument')).toBe(true);
});

it('given a session that has ended, then the sign-in page, and after it the page where it was', async () => {
  const ended = await signIn(site.url, { api_key: site.apiKey });
  await using opened = await openPortal(browser, site, '/jobs?status=failed', {
    session: ended,
    expectedFailures: SIGNED_OUT,
  });
  const { page, context } = opened;
  await context.clearCookies();
  await page.getByRole('navigation').getByRole('link', { name: text.titles.usage }).click();
  await page.getByRole('heading', { name: signInTexts.heading }).waitFor();
  expect(new URL(page.url()).searchParams.get('return')).toBe('/usage');
  await page.getByLabel(signInTexts.key.label).fill('iss_wrong');
  await page.getByRole('button', { name: signInTexts.key.action }).click();
  await page
    .getByText(/^This key is not valid|^Invalid API key|^Such/)
    .first()
    .waitFor();
  await page.getByLabel(signInTexts.key.label).fill(site.apiKey);
  await page.getByRole('button', { name: signInTexts.key.action }).click();
  await page.waitForURL('**/portal/usage');
  await page.getByRole('main', { name: text.titles.usage }).waitFor();
});

it('shows the playground within a second of the link, on this machine', async () => {
  const drawn: number[] = [];
  // The best of some, as the machine may be busy with something else.
  for (let visit = 0; visit < 8 && !drawn.some((ms) => ms <= READY_MS); visit++) {
    await using opened = await openPortal(browser, site, '/', { session });
    await opened.page.getByRole('button', { name: studio.dress, exact: true }).waitFor();
    drawn.push((await opened.observed()).drawnAfterMs);
  }
  expect(Math.min(...drawn)).toBeLessThanOrEqual(READY_MS);
});

it('given no connection, then a page that was not loaded before says so, stays, and comes with the connection', async () => {
  await using opened = await openPortal(browser, site, '/images', {
    session,
    expectedFailures: /ERR_INTERNET_DISCONNECTED$/,
  });
  const { page, context } = opened;
  await context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: text.titles.usage }).click();
  await page.getByRole('heading', { name: errors.unreachable.what }).waitFor();
  await opened.screenshot('offline');
  await page.getByRole('button', { name: elements.retry }).click();
  await page.locator('portal-notice').getByText(text.offline).waitFor();
  expect(new URL(page.url()).pathname).toBe('/portal/usage');
  await context.setOffline(false);
  await page.getByRole('main', { name: text.titles.usage }).waitFor();
  expect(await page.locator('portal-error').count()).toBe(0);
});

it('given no connection, then a button whose part of the page is missing says so', async () => {
  await using opened = await openPortal(browser, site, '/', {
    session,
    expectedFailures: /ERR_INTERNET_DISCONNECTED$/,
    expectedErrors: /dynamically imported module/,
  });
  const { page, context } = opened;
  await context.setOffline(true);
  await page.getByRole('button', { name: studio.code }).click();
  await page.locator('portal-notice').getByText(text.offline).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('keeps the theme that was chosen, and says that it is offline', async () => {
  await using opened = await openPortal(browser, site, '/images', { session, theme: 'light' });
  const { page, context } = opened;
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const light = await ground();
  const theme = page.getByRole('button', { name: text.theme.label('').split(':')[0] ?? '' });
  await theme.click();
  expect(await ground()).toBe(light);
  await theme.click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await opened.settle();
  expect(await ground()).toBe(dark);
  await context.setOffline(true);
  await page.getByText(text.offline).waitFor();
  await context.setOffline(false);
  await page.getByText(text.offline).waitFor({ state: 'detached' });
});

it('given an address that is no page, then it says so, and a second visit loads nothing but the document', async () => {
  await using opened = await openPortal(browser, site, '/images', {
    session,
    expectedFailures: /\/portal\/nothing 404$/,
  });
  const { page } = opened;
  const loaded: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    const { responseBodySize } = await response
      .request()
      .sizes()
      .catch(() => ({ responseBodySize: 0 }));
    if (pathname.startsWith('/portal/page/') && responseBodySize > 0) loaded.push(pathname);
  });
  await opened.goTo('/images');
  expect(loaded).toEqual([]);
  await page.goto(`${site.url}/portal/nothing`);
  await page.getByRole('heading', { name: text.notFound.heading }).waitFor();
});
