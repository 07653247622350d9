import type { Page, Request } from 'playwright-core';

/** What a page did. */
export type Observed = {
  /** Errors in the console, and those that nothing caught. */
  readonly errors: readonly string[];
  /** Requests without a response, or with an error, e.g. `GET /images/img_1 404`. */
  readonly failures: readonly string[];
  /** Requests to servers other than those allowed. */
  readonly strangers: readonly string[];
  /** What the content security policy blocked. */
  readonly violations: readonly string[];
  /** Sum of all layout shifts of the page that is shown, without a cause by the user. */
  readonly shift: number;
  /** When the largest piece of the page was drawn, ms after the navigation to its document began. */
  readonly drawnAfterMs: number;
  /** Over the wire, headers included, without pictures. */
  readonly bytes: number;
};

/** Runs in the page before anything else. It is text, as the project of this file has no DOM. */
const IN_PAGE = `
  globalThis.observed = { violations: [], shift: 0, drawnAfterMs: Infinity };
  addEventListener('securitypolicyviolation', (event) =>
    observed.violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) observed.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.drawnAfterMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  // Another page takes the place of one: that is no shift.
  navigation.addEventListener('navigatesuccess', () => requestAnimationFrame(() => { observed.shift = 0; }));
`;

/**
 * Begins to observe a page that shows nothing yet.
 *
 * @param hosts those that it may send requests to, e.g. `localhost:8080`
 */
export async function observePage(page: Page, hosts: readonly string[]) {
  const errors: string[] = [];
  const failures: string[] = [];
  const strangers: string[] = [];
  const sizes: Promise<number>[] = [];
  const pending = new Set<Request>();
  await page.addInitScript({ content: IN_PAGE });
  page.on('pageerror', (error) => errors.push(error.stack || String(error)));
  page.on('console', (message) => {
    // Failed requests are counted as such.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!isOverTheWire(request)) return;
    const { host } = new URL(request.url());
    if (!hosts.includes(host)) strangers.push(request.url());
    if (!waits(request)) pending.add(request);
  });
  page.on('requestfailed', (request) => {
    pending.delete(request);
    // A page that is left ends its requests.
    const { errorText = '' } = request.failure() ?? {};
    if (isOverTheWire(request) && errorText !== 'net::ERR_ABORTED') failures.push(`${nameOf(request)} ${errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    failures.push(`${nameOf(response.request())} ${response.status()}`);
    // Nobody may read the rest of it.
    pending.delete(response.request());
  });
  page.on('requestfinished', (request) => {
    pending.delete(request);
    if (!isOverTheWire(request) || PICTURES.includes(request.resourceType())) return;
    const size = sizeOf(request);
    // A request that ends while its page is closed has none: that matters to `observed` only.
    size.catch(() => undefined);
    sizes.push(size);
  });
  return {
    /** Requests that have not ended, without those that wait for something to happen. */
    pending: () => pending.size,
    observed: async (): Promise<Observed> => {
      const inPage = await page.evaluate<Pick<Observed, 'violations' | 'shift' | 'drawnAfterMs'>>('observed');
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      return { errors, failures, strangers, bytes, ...inPage };
    },
  };
}

const PICTURES = ['image', 'media'];
const isOverTheWire = (request: Request): boolean => /^(https?|wss?):/.test(request.url());
const nameOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
};

/** Whether a response may take long because nothing happens: a stream of events or a long poll. */
function waits(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url());
  const isStream = request.headers().accept === 'text/event-stream' || /^\/jobs\/\w+\/events$/.test(pathname);
  return isStream || searchParams.has('wait');
}

async function sizeOf(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
}
