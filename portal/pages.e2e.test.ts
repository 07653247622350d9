import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './testing/accessibility.ts';
import { type PortalAddress, pagesOf } from './testing/all-pages.ts';
import { observePage } from './testing/observe-page.ts';
import { openPortal } from './testing/open-portal.ts';
import { SESSION_COOKIE } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// Every page of the portal in a browser, as `npm start` serves it, with images, jobs and deliveries that are real. That no page logs
// an error, calls another server, violates the policy or shifts is asserted by openPortal, whenever one is closed.

const FIRST_LOAD_BYTES = 70_000;
let site: Site;
let browser: Browser;
let session: string;
let pages: PortalAddress[];

beforeAll(async () => {
  const started = await openSiteInBrowser('pages', { garments: ['a camel coat with a white t-shirt'] });
  ({ site, browser } = started);
  session = started.session;
  pages = await pagesOf(site);
  return started.stop;
});

const open = ({ path, isPublic }: PortalAddress, viewer = {}) =>
  openPortal(browser, site, path, { ...(!isPublic && { session }), ...viewer });
const NAMES = [
  ...['sign-in', 'studio', 'style-me', 'analyse', 'images', 'image', 'jobs', 'job'],
  ...['events', 'usage', 'keys', 'webhooks', 'webhook', 'account'],
];

it('has all of these pages', () => {
  expect(pages.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
});

describe.each(NAMES)('the page %s', (name) => {
  const address = () => pages.find((page) => page.name === name) as PortalAddress;

  it('is accessible in both themes, and fits on a phone', async () => {
    await using opened = await open(address());
    const { page } = opened;
    await opened.screenshot(name);
    expect(await page.locator('img:not([width][height])').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await opened.settle();
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(360);
    // At the end of the page, where what sticks to the lower edge of the window covers nothing.
    await page.evaluate('scrollTo(0, document.scrollingElement.scrollHeight)');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

/** What Scalar violates: its editor of code misses two attributes, one of its regions a name of its own. */
const OF_SCALAR = /^(aria-required-attr: .*code-input|landmark-unique: .*scalar-refs)/;

it('has the reference of the API, which needs nothing from elsewhere, and sends requests as the session', async () => {
  const context = await browser.newContext();
  try {
    await context.addCookies([{ name: SESSION_COOKIE, value: session, url: site.url, sameSite: 'Strict' }]);
    const page = await context.newPage();
    const { observed } = await observePage(page, [new URL(site.url).host]);
    await page.goto(`${site.url}/portal/reference`, { timeout: 60_000 });
    expect(page.url()).toBe(`${site.url}/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await accessibilityViolations(page);
      expect(violations.filter((violation) => !OF_SCALAR.test(violation))).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.goto(`${site.url}/docs#tag/service/GET/usage`);
    await page.getByRole('button', { name: /^Test Request.*get \/usage\)$/ }).click();
    await page.getByRole('button', { name: /^Send get request/ }).click();
    await page.getByText('200 OK').first().waitFor();

    const { errors, failures, strangers, violations } = await observed();
    expect({ errors, failures, strangers }).toEqual({ errors: [], failures: [], strangers: [] });
    // One of its libraries asks whether it may compile code, and does without.
    expect(violations.filter((violation) => !violation.startsWith('script-src eval '))).toEqual([]);
  } finally {
    await context.close();
  }
});

it.each(['/', '/style-me', '/analyse'])('has the button of %s in reach on a phone, above the bar', async (path) => {
  await using opened = await open({ name: 'studio', path }, { width: 360 });
  const { page } = opened;
  const bar = await page.locator('portal-navigation nav').boundingBox();
  const box = await page.locator('button.primary').boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(bar?.y ?? 0);
});

it('does not move when the image of the address is not there', async () => {
  await using opened = await open(
    { name: 'studio', path: '/?image=img_0' },
    { expectedFailures: /^GET \/images\/img_0 40[04]$/ },
  );
  await opened.page.locator('portal-error').waitFor();
  await opened.page.locator('styling-try-on').waitFor();
  expect((await opened.observed()).shift).toBeLessThan(0.05);
});

it('is small: the first page needs at most 70 kB, without pictures', async () => {
  await using opened = await open({ name: 'studio', path: '/' });
  const { bytes } = await opened.observed();
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  expect(bytes).toBeGreaterThan(10_000);
});

it('moves only for those who have nothing against it', async () => {
  const running = 'document.getAnimations().filter(({ playState }) => playState === "running").length';
  await using still = await open({ name: 'images', path: '/images' }, { reducedMotion: 'reduce' });
  await still.page.getByRole('link').first().focus();
  expect(await still.page.evaluate<number>(running)).toBe(0);
});
