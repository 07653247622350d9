import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Observed, observePage } from './observe-page.ts';
import { SESSION_COOKIE } from './sign-in.ts';
import type { Site } from './start-site.ts';

/** Where pictures of pages are written. */
export const SCREENSHOTS_DIR = join(REPOSITORY_DIR, '.local', 'screenshots');
const SETTLED_WITHIN_MS = 30_000;
/** Bound of all layout shifts of a page together. */
const MOST_SHIFT = 0.05;
const HEIGHTS = [
  [1000, 820],
  [600, 1100],
  [0, 780],
] as const;

/** Who looks at a page, and how. */
export type Viewer = {
  /** The cookie of a session; nobody is signed in without. */
  readonly session?: string;
  /** Default: `light`. */
  readonly theme?: 'light' | 'dark';
  /** Width of the window, in CSS pixels; default 1280. */
  readonly width?: number;
  /** Default: no motion, so that pictures do not depend on the moment. */
  readonly reducedMotion?: NonNullable<BrowserContextOptions['reducedMotion']>;
  /** Requests that are meant to fail, by method, path and status, e.g. `/^GET \/images\/x 404$/`. */
  readonly expectedFailures?: RegExp;
  /** Errors that nothing catches and that are meant to be, by their text. */
  readonly expectedErrors?: RegExp;
};

/** A page of the portal, in a browser without a past. */
export type OpenPortal = Awaited<ReturnType<typeof openPortal>>;

/**
 * Opens a page of the portal and waits until it shows what it has. Use it with `await using`: at the end the window is closed, and
 * an error is thrown if anything was wrong: an error in the console, a failed request, one to another server, a violation of the
 * content security policy, layout that shifts.
 *
 * @param path below `/portal`, e.g. `/images`
 */
export async function openPortal(
  browser: Browser,
  site: Pick<Site, 'url' | 'imageStoreUrl'>,
  path: string,
  viewer: Viewer = {},
) {
  const { session, reducedMotion = 'reduce', expectedFailures = /^$/, expectedErrors = /^$/ } = viewer;
  let { theme = 'light', width = 1280 } = viewer;
  const heightOf = (width: number) => (HEIGHTS.find(([from]) => width >= from) ?? HEIGHTS[0])[1];
  const context = await browser.newContext({
    colorScheme: theme,
    reducedMotion,
    viewport: { width, height: heightOf(width) },
    hasTouch: width < 640,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  if (session) {
    await context.addCookies([
      { name: SESSION_COOKIE, value: session, url: site.url, httpOnly: true, sameSite: 'Strict' },
    ]);
  }
  const page = await context.newPage();
  const hosts = [site.url, site.imageStoreUrl].map((url) => new URL(url).host);
  const { pending, observed } = await observePage(page, hosts);

  /** Waits until the page has a heading, or says why it has none, nothing of it is being loaded, and no request runs for a moment. */
  const settle = async (): Promise<void> => {
    await page.locator('h1, portal-error, portal-empty').first().waitFor({ state: 'attached' });
    const until = performance.now() + SETTLED_WITHIN_MS;
    for (let quiet = 0; quiet < 3; quiet++) {
      if (performance.now() > until) throw new Error(`requests of ${page.url()} do not end`);
      await page.locator('portal-skeleton').first().waitFor({ state: 'detached' });
      if (pending() > 0) quiet = -1;
      await sleep(50);
    }
  };
  const opened = {
    page,
    context,
    observed,
    settle,
    /** Shows another page of the portal, as a typed address does. */
    goTo: async (path: string): Promise<void> => {
      await page.goto(`${site.url}/portal${path}`);
      await settle();
    },
    /** Shows the same page in another theme, in a window of another width. */
    showAs: async (view: Required<Pick<Viewer, 'theme' | 'width'>>): Promise<void> => {
      ({ theme, width } = view);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: heightOf(width) });
    },
    /** Writes a picture of the whole page, in a window as high as it is. @returns its path */
    screenshot: async (name: string): Promise<string> => {
      const path = join(SCREENSHOTS_DIR, `${name}-${theme}-${width}.png`);
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ width, height: Math.max(whole, heightOf(width)) });
      await page.screenshot({ path });
      await page.setViewportSize({ width, height: heightOf(width) });
      return path;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      const flaws = flawsOf(await observed(), expectedFailures, expectedErrors);
      await context.close();
      if (flaws.length > 0) throw new Error(`${path} (${theme}, ${width} px): ${flaws.join('; ')}`);
    },
  };
  try {
    await opened.goTo(path);
  } catch (error) {
    const { errors, failures } = await observed();
    await context.close();
    throw new Error([`${path} did not open`, ...errors, ...failures].join('; '), { cause: error });
  }
  return opened;
}

/** What is wrong with a page, one line each. */
export function flawsOf(
  { errors, failures, strangers, violations, shift }: Omit<Observed, 'bytes' | 'drawnAfterMs'>,
  expectedFailures: RegExp,
  expectedErrors: RegExp,
): string[] {
  return [
    ...errors.filter((error) => !expectedErrors.test(error)).map((error) => `error: ${error}`),
    ...failures.filter((failure) => !expectedFailures.test(failure)).map((failure) => `failed: ${failure}`),
    ...strangers.map((url) => `another server: ${url}`),
    ...violations.map((violation) => `blocked by the policy: ${violation}`),
    ...(shift > MOST_SHIFT ? [`the layout shifts by ${shift.toFixed(3)}`] : []),
  ];
}
