import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '@styling/testing/browser';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text as image } from '#texts/image.ts';
import { text } from '#texts/images.ts';
import { portalSite } from './site.ts';

// Pictures come from another origin than the portal. The store answers as S3 does with a CORS rule: only who sends `Origin` is sent
// the headers that let a page read the bytes, and nothing says that the answer depends on it; a CDN before it has browsers keep it.

let browser: Browser;
let picture: Buffer;
const servers: Server[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a8442a' } })
    .jpeg()
    .toBuffer();
}, 120_000);
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const store = (hasRule: boolean) =>
  listening(({ headers }, response) => {
    const allowed = hasRule && headers.origin !== undefined ? { 'Access-Control-Allow-Origin': '*' } : {};
    const kept = { 'Cache-Control': 'public, max-age=86400', ETag: '"1"' };
    response.writeHead(200, { 'Content-Type': 'image/jpeg', ...kept, ...allowed }).end(picture);
  });

/** What the API answers to a user with one image, whose picture is in the store. */
const answers = (storeUrl: string): Readonly<Record<string, unknown>> => ({
  '/portal/api/session': { session_id: 'ses_1', user_id: 'demo', expires_at: '2100-01-01T00:00:00Z' },
  '/images/img_1': {
    image_id: 'img_1',
    image_url: `${storeUrl}/images/a.jpg`,
    mime_type: 'image/jpeg',
    category: 'try-on',
    endpoint: '/try_on_outfit',
    created_at: '2026-01-02T03:04:05Z',
    expires_at: null,
    persistent: true,
  },
});

/** The page of an image, with its policy, that shows the picture. */
async function pageOfImage(storeUrl: string): Promise<{ page: Page; blocked: string[] }> {
  const sites = portalSite({ imageStoreOrigin: storeUrl });
  const api = answers(storeUrl);
  const url = await listening((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal');
    const serve = sites['/portal/*path'];
    if (pathname.startsWith('/portal/') && !(pathname in api))
      serve?.(request, response, () => response.writeHead(404).end()).catch((error) => response.destroy(error));
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(api[pathname] ?? {}));
  });
  const page = await browser.newPage();
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto(`${url}/portal/images/img_1`);
  const shown = page.getByRole('img', { name: image.alt('/try_on_outfit') });
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBe(64);
  return { page, blocked };
}

const download = (page: Page) => page.getByRole('button', { name: text.download }).click();

describe('given a picture of another origin that a page shows', () => {
  it('and a store with a CORS rule, when it is downloaded, then it is saved, and the policy blocks nothing', async () => {
    const { page, blocked } = await pageOfImage(await store(true));
    const [saved] = await Promise.all([page.waitForEvent('download'), download(page)]);
    expect(saved.suggestedFilename()).toBe('try-on-2026-01-02-img_1.jpg');
    expect(blocked).toEqual([]);
    await page.close();
  });

  it('and a store without one, when it is downloaded, then the page says that it has to be opened by its address', async () => {
    const { page } = await pageOfImage(await store(false));
    await download(page);
    await page.getByText(text.notDownloaded).waitFor();
    await page.close();
  });
});
