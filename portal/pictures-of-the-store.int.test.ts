import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '@styling/testing/browser';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A page of the portal, with its policy, that has shown a picture of the store. */
async function pageWithPicture(storeUrl: string): Promise<{ page: Page; shown: number; blocked: string[] }> {
  const serve = portalSite({ imageStoreOrigin: storeUrl })['/portal'];
  const url = await listening((request, response) => {
    serve?.(request, response, () => response.writeHead(401).end('{}')).catch((error) => response.destroy(error));
  });
  const page = await browser.newPage();
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto(`${url}/portal/sign-in`);
  const shown = await page.evaluate<number>(`new Promise((resolve, reject) => {
    const img = Object.assign(new Image(), { src: '${storeUrl}/images/a.jpg', onload: () => resolve(img.naturalWidth), onerror: reject });
    document.body.append(img);
  })`);
  return { page, shown, blocked };
}

/** Downloads it as the pages do. @returns what they announce, if anything */
const download = (page: Page, storeUrl: string) =>
  page.evaluate<string[]>(`(async () => {
    const { createClient } = await import('@styling/client');
    const actions = new URL('images/image-actions.ts', document.querySelector('script[src$="/app.ts"]').src);
    const { download } = await import(actions.href);
    const said = [];
    const record = { image_url: '${storeUrl}/images/a.jpg', image_id: 'img_1', mime_type: 'image/jpeg', category: 'try-on', created_at: '2026-01-02T03:04:05Z' };
    await download({ client: createClient({ baseUrl: location.origin }), announce: (words) => said.push(words) }, record);
    return said;
  })()`);

describe('given a picture of another origin that a page has shown', () => {
  it('and a store with a CORS rule, when it is downloaded, then it is saved, and the policy blocks nothing', async () => {
    const storeUrl = await store(true);
    const { page, shown, blocked } = await pageWithPicture(storeUrl);
    expect(shown).toBe(64);
    const [saved, said] = await Promise.all([page.waitForEvent('download'), download(page, storeUrl)]);
    expect(said).toEqual([]);
    expect(saved.suggestedFilename()).toBe('try-on-2026-01-02-img_1.jpg');
    expect(blocked).toEqual([]);
    await page.close();
  });

  it('and a store without one, when it is downloaded, then the page says that it has to be opened by its address', async () => {
    const storeUrl = await store(false);
    const { page, shown } = await pageWithPicture(storeUrl);
    expect(shown).toBe(64);
    expect(await download(page, storeUrl)).toEqual([text.notDownloaded]);
    await page.close();
  });
});
