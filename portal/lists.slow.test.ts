import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@styling/testing';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { text as errors } from '#texts/errors.ts';
import { text as events } from '#texts/events.ts';
import { text as image } from '#texts/image.ts';
import { text as images } from '#texts/images.ts';
import { text as job } from '#texts/job.ts';
import { text as jobs } from '#texts/jobs.ts';
import { text as lists } from '#texts/lists.ts';
import { text as studio } from '#texts/studio.ts';
import { openPortal, type Viewer } from './testing/open-portal.ts';
import { sessionOf } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

type Job = { readonly job_id: string; readonly image_ids: readonly [string] };
type Timeline = { readonly steps: readonly { readonly by: string }[] };

const GARMENTS = ['a green jumper', 'a navy blazer', 'a red dress'];
/** Within which something that happens elsewhere is shown. */
const LIVE_MS = 30_000;
let site: Site;
let browser: Browser;
let session: string;

beforeAll(async () => {
  const started = await openSiteInBrowser('lists', { garments: GARMENTS });
  ({ site, browser } = started);
  session = started.session;
  return started.stop;
});

const open = (path: string, viewer: Viewer = {}) => openPortal(browser, site, path, { session, ...viewer });
const read = async <Body>(path: string): Promise<Body> =>
  (await fetch(site.url + path, { headers: { 'x-api-key': site.apiKey } })).json() as Promise<Body>;
const imageIds = async () =>
  (await read<{ images: { image_id: string }[] }>('/images')).images.map(({ image_id }) => image_id);
const succeeded = async (): Promise<Job> => {
  const { jobs } = await read<{ jobs: Job[] }>('/jobs?status=succeeded&limit=1');
  if (!jobs[0]) throw new Error('no job');
  return jobs[0];
};
const inMenu = async (page: Page, tile: number, action: string) => {
  const menu = page.locator('portal-images li').nth(tile).locator('portal-menu');
  await menu.getByRole('button', { name: images.actions }).press('Enter');
  await menu.getByRole('menuitem', { name: action }).press('Enter');
};

describe('images', () => {
  it('are listed by day, kept, downloaded, and deleted after a question, by keyboard alone', async () => {
    await using opened = await open('/images');
    const { page } = opened;
    const tiles = page.locator('portal-images li');
    await tiles.first().waitFor();
    expect(await tiles.count()).toBe(GARMENTS.length);
    expect(await page.locator('portal-images h2').textContent()).toBe(lists.today);
    const [first, , last] = await imageIds();

    await inMenu(page, 0, images.keep);
    await tiles.first().getByText(images.kept, { exact: true }).waitFor();
    expect(await read(`/images/${first}`)).toMatchObject({ persistent: true, expires_at: null });

    const [file] = await Promise.all([page.waitForEvent('download'), inMenu(page, 0, images.download)]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^try-on-.*${first}\\.jpg$`));

    await inMenu(page, 2, images.delete);
    await page.getByRole('button', { name: images.delete, exact: true }).last().press('Enter');
    await expect.poll(() => tiles.count()).toBe(GARMENTS.length - 1);
    expect(await imageIds()).not.toContain(last);
  });

  it.each([360, 1280])('have all actions of their menu in the window, at %d px', async (width) => {
    await using opened = await open('/images', { width });
    const { page, context } = opened;
    await context.grantPermissions(['clipboard-write']);
    const menu = page.locator('portal-images li').first().locator('portal-menu');
    const opener = menu.getByRole('button', { name: images.actions });
    await (width < 640 ? opener.tap() : opener.click());
    const actions = menu.getByRole('menuitem');
    await expect.poll(() => actions.first().isVisible()).toBe(true);
    const shown = await menu.getByRole('menu').boundingBox();
    expect(isWithin(shown, { x: 0, y: 0, ...page.viewportSize() })).toBe(true);
    // One that an image has no use for is not shown.
    for (const action of await actions.filter({ visible: true }).all()) {
      expect(isWithin(await action.boundingBox(), shown)).toBe(true);
    }
    await opened.screenshot('images-menu');
    const copy = actions.filter({ hasText: images.copyAddress });
    await (width < 640 ? copy.tap() : copy.click());
    await expect.poll(() => page.locator('portal-notice').getByText(images.addressCopied).isVisible()).toBe(true);
  });

  it('has a page that still shows it once it is kept, copied and downloaded, and leads to its job and the studio', async () => {
    const [, id] = await imageIds();
    await using opened = await open(`/images/${id}`);
    const { page, context } = opened;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: images.keep }).click();
    await page.getByText(image.forEver, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: images.keep }).count()).toBe(0);
    const picture = page.getByRole('img', { name: image.alt('/try_on_outfit') });
    expect(await picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(
      0,
    );
    await page.getByRole('button', { name: images.copyAddress }).click();
    await page.locator('portal-notice').getByText(images.addressCopied).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await picture.getAttribute('src'));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: images.download }).click();
    expect((await saved).suggestedFilename()).toContain(id);

    await page.getByRole('link', { name: /^req_/ }).click();
    await page.locator('portal-waterfall').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: image.dressFurther }).click();
    await page.getByRole('img', { name: studio.earlier.alt }).waitFor();
  });

  it('given one that is not there, then the page says so', async () => {
    const id = 'img_0123456789abcdef01234567';
    await using opened = await open(`/images/${id}`, { expectedFailures: new RegExp(`^GET /images/${id} 404$`) });
    expect(await opened.page.locator('portal-error h2').textContent()).toBe(errors.codes.image_not_found.what);
  });
});

describe('a job', () => {
  it('shows what happened as a waterfall that keys walk through, as a table, and its response', async () => {
    const { job_id, image_ids } = await succeeded();
    const { steps } = await read<Timeline>(`/jobs/${job_id}/timeline`);
    await using opened = await open(`/jobs/${job_id}`);
    const { page } = opened;
    const moments = page.locator('portal-waterfall g[role=img]');
    await moments.first().waitFor();
    const drawn = await moments.count();
    expect(await page.locator('portal-waterfall .by').allTextContents()).toEqual([
      ...new Set(steps.slice(0, drawn).map(({ by }) => by)),
    ]);
    await page.locator('portal-waterfall g[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.described').textContent()).toContain(job.timeline.step('received'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.described').textContent()).toContain(job.timeline.step('request.accepted'));

    await page.getByText(job.timeline.asTable).click();
    expect(await page.locator('tbody tr').count()).toBe(steps.length);
    await page.getByRole('button', { name: job.response.show }).click();
    expect(await page.locator('portal-job pre').textContent()).toContain(image_ids[0]);
  });

  it('is cancelled on its page while it runs', async () => {
    const { key } = await site.keys('create', '--user', 'canceller', '--name', 'laptop');
    const selfie_base64 = (await photo('grace-hopper.jpg')).toString('base64');
    const order = { selfie_base64, clothing_description: 'a coat', mode: 'model_shot', variants: 4 };
    const headers = { 'x-api-key': String(key), 'content-type': 'application/json', prefer: 'respond-async' };
    const answer = await fetch(`${site.url}/try_on_outfit`, { method: 'POST', headers, body: JSON.stringify(order) });
    const { job_id } = (await answer.json()) as Job;
    await using opened = await open(`/jobs/${job_id}`, { session: await sessionOf(site, 'canceller') });
    await opened.page.getByRole('button', { name: jobs.cancel, exact: true }).click();
    await expect
      .poll(() => opened.page.locator('portal-status').first().getAttribute('status'), { timeout: LIVE_MS })
      .toBe('canceled');
  });
});

describe('the list of jobs', () => {
  it('shows those of one state, and a new one as it comes and ends', async () => {
    await using opened = await open('/jobs?status=failed');
    const { page } = opened;
    const rows = page.locator('portal-jobs li');
    await rows.first().waitFor();
    expect([await rows.count(), await rows.locator('img').count()]).toEqual([1, 0]);
    await page.locator('.filter').getByRole('link', { name: lists.all, exact: true }).click();
    await expect.poll(() => rows.count()).toBe(GARMENTS.length + 1);
    // One image was deleted above.
    await expect.poll(() => rows.locator('img').count()).toBe(GARMENTS.length - 1);

    const { assets } = await read<{ assets: { asset_id: string }[] }>('/assets');
    const order = { selfie_asset_id: assets[0]?.asset_id, clothing_description: GARMENTS[0], mode: 'model_shot' };
    const headers = { 'x-api-key': site.apiKey, 'content-type': 'application/json', prefer: 'respond-async' };
    const answer = await fetch(`${site.url}/try_on_outfit`, { method: 'POST', headers, body: JSON.stringify(order) });
    const { job_id } = (await answer.json()) as Job;
    const row = rows.filter({ has: page.locator(`a[href$="${job_id}"]`) });
    await expect.poll(() => rows.count(), { timeout: LIVE_MS }).toBe(GARMENTS.length + 2);
    const status = row.locator('portal-status');
    await expect.poll(() => status.getAttribute('status'), { timeout: LIVE_MS }).toBe('succeeded');
    await row.locator('img').waitFor();
  });
});

describe('the feed of events', () => {
  it('shows what happens as it happens, newest first, waits while it is paused, and misses nothing', async () => {
    await using opened = await open('/events');
    const { page } = opened;
    const rows = page.locator('portal-event-row');
    await rows.first().waitFor();
    const before = await rows.count();
    await rows.filter({ hasText: events.imageCreated }).first().locator('img').waitFor();
    await site.keys('create', '--user', site.user, '--name', 'Tablet');
    await expect.poll(() => rows.count(), { timeout: LIVE_MS }).toBe(before + 1);
    expect(await rows.first().locator('a').textContent()).toBe(events.keyCreated);

    await page.getByRole('button', { name: events.pause }).click();
    await site.keys('create', '--user', site.user, '--name', 'Watch');
    await sleep(1_000);
    expect(await rows.count()).toBe(before + 1);
    await page.getByRole('button', { name: events.continue }).click();
    await expect.poll(() => rows.count(), { timeout: LIVE_MS }).toBe(before + 2);

    await page.locator('.filter').getByRole('link', { name: events.groups.key, exact: true }).click();
    await expect
      .poll(async () => new Set(await page.locator('portal-event-row .what').evaluateAll(titlesOf)), {
        timeout: LIVE_MS,
      })
      .toEqual(new Set(['key.created']));
    await rows.first().getByRole('button').click();
    expect(await rows.first().locator('pre').textContent()).toContain('"key_id": "key_');
  });
});

type Box = { readonly x?: number; readonly y?: number; readonly width?: number; readonly height?: number };
function isWithin(inner: Box | null, outer: Box | null): boolean {
  const [of, within] = [inner, outer].map((box) => ({ x: 0, y: 0, width: 0, height: 0, ...box }));
  if (!of?.width || !within) return false;
  const isLeftAndTop = of.x >= within.x && of.y >= within.y;
  return isLeftAndTop && of.x + of.width <= within.x + within.width && of.y + of.height <= within.y + within.height;
}

/** Runs in the page. */
const titlesOf = (rows: { title?: string }[]) => rows.map(({ title }) => title);
