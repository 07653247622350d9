import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { photo } from '@styling/testing';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { text as app } from '#texts/app.ts';
import { text } from '#texts/studio.ts';
import { text as usage } from '#texts/usage.ts';
import { shopServer } from './embed-example/shop-server.ts';
import { accessibilityViolations } from './testing/accessibility.ts';
import { dropFile, pastePicture } from './testing/give-files.ts';
import { openPortal } from './testing/open-portal.ts';
import { hasPython, runPython } from './testing/run-python.ts';
import { sessionOf } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// The studio in a browser, with the embedded engine: from a photograph, however given, to a picture, and to the code that does the same.

const SELFIE = join(REPOSITORY_DIR, 'docs', 'example', 'selfie.jpg');
const WITHIN = { timeout: 60_000 };
let site: Site;
let browser: Browser;
let session: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-studio-'));
  // Chromium infers the format of a camera's file from its extension.
  const camera = join(folder, 'camera.mjpeg');
  await copyFile(SELFIE, camera);
  const started = await openSiteInBrowser('studio', { camera });
  ({ site, browser } = started);
  session = started.session;
  return async () => {
    await started.stop();
    await rm(folder, { recursive: true });
  };
});

const open = (path = '/', viewer = {}) => openPortal(browser, site, path, { session, ...viewer });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: text.result.slider });
const sitter = (page: Page) => page.getByRole('img', { name: text.sitter.alt });

async function give(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('studio-stage input[type=file]').setInputFiles(file);
}

async function dress(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: text.garments.words }).fill(words);
  await button(page, text.dress).click();
}

/** A photograph as a telephone takes it: large, and lying on its side. */
const lying = async () =>
  sharp(await sharp(SELFIE).resize({ width: 2400 }).toBuffer())
    .rotate(-90)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

it('dresses a photograph from a file, upright and scaled down, compares by keyboard, and dresses further', async () => {
  await using opened = await open();
  const { page } = opened;
  await give(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await lying() });
  await sitter(page).waitFor();
  expect(await sitter(page).evaluate((img) => [img.getAttribute('width'), img.getAttribute('height')])).toEqual([
    '1365',
    '1600',
  ]);
  await dress(page, 'a green jumper');
  await slider(page).waitFor(WITHIN);
  await expect.poll(() => slider(page).getAttribute('aria-valuenow'), WITHIN).toBe('50');
  await slider(page).focus();
  await page.keyboard.press('End');
  expect(await slider(page).getAttribute('aria-valuetext')).toBe(text.result.percent(100));

  await button(page, text.result.further).click();
  await dress(page, 'a navy blazer');
  await slider(page).waitFor(WITHIN);
  expect(await page.getByRole('button', { name: /^Show picture/ }).count()).toBe(2);
});

it('says what exactly was wrong with a request', async () => {
  await using opened = await open('/', { expectedFailures: /^POST \/try_on_outfit 400$/ });
  const { page } = opened;
  const details = 'unexpected character ! at position 11';
  const json = { error: 'selfie_base64 must be valid base64', code: 'invalid_base64', details };
  await page.route('**/try_on_outfit', (route) => route.fulfill({ status: 400, json }));
  await button(page, text.sitter.example('Grace Hopper')).click();
  await dress(page, 'a green jumper');
  await expect.poll(() => page.locator('portal-error').getByText(details).isVisible(), WITHIN).toBe(true);
});

it('keeps what is below the picture in its place on a phone', async () => {
  await using opened = await open('/', { width: 360 });
  const { page } = opened;
  await button(page, text.sitter.example('Eileen Collins')).click();
  await page.getByRole('textbox', { name: text.garments.words }).fill('a coat, a jumper, jeans, a hat and red shoes');
  await button(page, text.dress).click();
  await page.getByRole('slider', { name: text.result.slider }).waitFor(WITHIN);
  // How many are folded is the engine's affair.
  const folded = page.locator('studio-result-bar details li');
  await page.getByText(text.result.moreApproximations(await folded.count())).click();
  await expect.poll(() => folded.first().isVisible()).toBe(true);
  // Closing the page fails if it shifted.
  await opened.settle();
  await opened.screenshot('studio-approximations');
});

it('shows a placeholder for a HEIC photograph, which this browser cannot read, and dresses it', async () => {
  await using opened = await open();
  const { page } = opened;
  // Without a media type, as browsers that do not know the format have it.
  await give(page, { name: 'IMG_0001.HEIC', mimeType: '', buffer: await photo('grace-hopper.heic') });
  await sitter(page).waitFor();
  expect(await sitter(page).evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBe(480);
  await dress(page, 'a green jumper');
  await slider(page).waitFor(WITHIN);
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('refuses what is no photograph in plain words, and goes on', async () => {
  await using opened = await open();
  const { page } = opened;
  const said = page.getByRole('alert');
  await give(page, { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect.poll(() => said.textContent(), WITHIN).toBe(text.photo.broken('a.jpg'));
  await button(page, text.dress).click();
  expect(await page.getByText(text.missing.sitter).isVisible()).toBe(true);
  await give(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await readFile(SELFIE) });
  await sitter(page).waitFor();
});

it('takes a photograph that is pasted, and one of the camera', async () => {
  await using opened = await open();
  const { page } = opened;
  await pastePicture(page, await sharp(SELFIE).png().toBuffer());
  await sitter(page).waitFor();

  // What a browser does whose reader says no: there is nobody to ask here.
  await page.evaluate(`
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  `);
  await button(page, text.sitter.camera).click();
  await expect.poll(() => page.getByText(text.camera.denied).isVisible(), WITHIN).toBe(true);
  await page.evaluate('delete navigator.mediaDevices.getUserMedia');
  await button(page, text.camera.retry).click();
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as { videoWidth: number }).videoWidth), WITHIN)
    .toBeGreaterThan(0);
  await button(page, text.camera.take).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await sitter(page).waitFor();
});

it('stops a request, which is not counted', async () => {
  await using opened = await open('/', { expectedFailures: /^GET \/jobs\/\w+\/response 409$/ });
  const { page } = opened;
  await button(page, text.sitter.example('Grace Hopper')).click();
  await page.getByText(text.more.heading).click();
  await page.getByRole('radio', { name: '4' }).check();
  const left = () => page.locator('portal-allowance a').textContent();
  const before = await left();
  await dress(page, 'a camel coat');
  await button(page, text.running.cancel).click();
  await expect.poll(() => button(page, text.running.cancel).count(), WITHIN).toBe(0);
  expect(await slider(page).count()).toBe(0);
  await opened.settle();
  expect(await left()).toBe(before);
});

it('finds what was running again, after another page and after the page was loaded anew', async () => {
  await using opened = await open();
  const { page } = opened;
  await button(page, text.sitter.example('Grace Hopper')).click();
  await dress(page, 'a green jumper');
  await expect.poll(() => page.evaluate(`sessionStorage.getItem('styling-studio-job')`), WITHIN).not.toBeNull();
  await page.reload();
  await page.getByRole('img', { name: text.result.alt('') }).waitFor(WITHIN);
});

it('shows on what it made once that is kept, saves it, and prints the call, whose curl and Python do the same', async () => {
  await using opened = await open();
  const { page } = opened;
  await button(page, text.sitter.example('Grace Hopper')).click();
  await dress(page, "a tailor's $5 coat");
  await slider(page).waitFor(WITHIN);
  await button(page, text.result.keep).click();
  await page.getByText(text.result.kept, { exact: true }).waitFor();
  expect(await slider(page).isVisible()).toBe(true);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, text.result.download).click()]);
  expect(download.suggestedFilename()).toMatch(/^img_[0-9a-f]{24}\.jpg$/);
  expect((await readFile(await download.path())).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

  await button(page, text.code).click();
  const code = await page.locator('portal-code pre').textContent();
  expect(code).toContain('/portal/examples/grace-hopper.jpg');
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', code ?? ''], {
    cwd: folder,
    env: { PATH: process.env.PATH, STYLING_API_KEY: site.apiKey },
  });
  expect(JSON.parse(stdout)).toMatchObject({ image_id: expect.stringMatching(/^img_/) });

  if (hasPython) {
    await page.getByRole('radio', { name: text.drawer.languages.python }).check();
    const program = (await page.locator('portal-code pre').textContent()) ?? '';
    const printed = await runPython(program, { cwd: folder, apiKey: site.apiKey });
    expect(printed).toMatch(/^http\S+\/img_[0-9a-f]+\.jpg\n$/);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('suggests outfits, one of which is then worn', async () => {
  await using opened = await open('/style-me');
  const { page } = opened;
  await button(page, text.sitter.example('Eileen Collins')).click();
  await button(page, 'office').click();
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await button(page, text.style).click();
  await button(page, text.styleMe.wear).click(WITHIN);
  await page.getByRole('textbox', { name: text.garments.words }).waitFor();
  expect(await page.getByRole('textbox', { name: text.garments.words }).inputValue()).not.toBe('');
  await button(page, text.dress).click();
  await slider(page).waitFor(WITHIN);
});

describe('the analysis', () => {
  const subject = (page: Page) => page.getByRole('img', { name: text.analysis.alt });
  async function analyse(page: Page): Promise<void> {
    await button(page, text.analyse).click();
    await page.getByRole('heading', { name: text.analysis.heading }).waitFor(WITHIN);
    expect(await page.locator('studio-analyse h3').count()).toBeGreaterThan(0);
  }

  it('takes an image of before, and an example', async () => {
    await using opened = await open('/analyse');
    const { page } = opened;
    await button(page, text.analysis.example('Grace Hopper')).click();
    await subject(page).waitFor();
    await button(page, text.sitter.earlier).click();
    await page
      .getByRole('button', { name: /^Choose the picture of/ })
      .first()
      .click();
    await analyse(page);
  });

  it('takes a photograph that is uploaded, dropped, pasted, or of the camera', async () => {
    await using opened = await open('/analyse');
    const { page } = opened;
    const link = page.getByLabel(text.analysis.address);
    const forget = async () => {
      await link.fill('https://x');
      await link.fill('');
      await subject(page).waitFor({ state: 'detached' });
    };
    await pastePicture(page, await sharp(SELFIE).png().toBuffer());
    await subject(page).waitFor();
    await forget();
    await dropFile(page, page.locator('studio-stage .stage'), SELFIE);
    await subject(page).waitFor();
    await forget();
    await button(page, text.sitter.camera).click();
    await button(page, text.camera.take).click();
    await subject(page).waitFor();
    await forget();
    await give(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await readFile(SELFIE) });
    await subject(page).waitFor();
    await analyse(page);
    await opened.screenshot('analysed');
  });
});

it('says when the last one of the day is used', async () => {
  await site.limits('set', '--user', 'limited', '--daily', '1');
  const viewer = { session: await sessionOf(site, 'limited'), expectedFailures: /^POST \/try_on_outfit 429$/ };
  await using opened = await open('/', viewer);
  const { page } = opened;
  await button(page, text.sitter.example('Grace Hopper')).click();
  await dress(page, 'a coat');
  await slider(page).waitFor(WITHIN);
  await dress(page, 'a green jumper');
  await page.getByRole('heading', { name: text.limit.heading }).waitFor(WITHIN);
  expect(await page.getByRole('alert').textContent()).toContain(text.limit.text(1));
  await expect.poll(() => page.locator('portal-allowance a').textContent()).toContain(app.left(0));
  expect(await accessibilityViolations(page)).toEqual([]);
  await opened.screenshot('studio-limit');
  await opened.goTo('/usage');
  await page.getByText(usage.today.none).waitFor();
  await opened.screenshot('usage-limit');
});

it('says that another request is running, and sends this one again when asked to', async () => {
  const held: ServerResponse[] = [];
  const pictures = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  const { key } = await site.keys('create', '--user', 'busy', '--name', 'program');
  try {
    const viewer = { session: await sessionOf(site, 'busy'), expectedFailures: /^POST \/try_on_outfit 429$/ };
    await using opened = await open('/', viewer);
    const { page } = opened;
    await button(page, text.sitter.example('Grace Hopper')).click();
    // The client waits five seconds before each of its tries.
    await page.clock.install();
    // Started when all else is ready: the service waits five seconds for an image, and is busy no longer.
    const other = fetch(`${site.url}/analyze_outfit`, {
      method: 'POST',
      headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ image_url: `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/outfit.jpg` }),
    });
    await expect.poll(() => held.length, WITHIN).toBe(1);
    await dress(page, 'a coat');
    const heading = page.getByRole('heading', { name: text.limit.busyHeading });
    await expect
      .poll(async () => {
        await page.clock.fastForward(7_000);
        return heading.isVisible();
      }, WITHIN)
      .toBe(true);
    await page.clock.resume();
    const jobs = page.getByRole('link', { name: text.limit.busyJobs });
    expect(await jobs.getAttribute('href')).toBe('/portal/jobs?status=running');
    expect(await accessibilityViolations(page)).toEqual([]);
    await opened.screenshot('studio-busy');

    for (const response of held) response.writeHead(404).end();
    expect((await other).status).toBe(400);
    await button(page, text.limit.retry).click();
    await slider(page).waitFor(WITHIN);
  } finally {
    pictures.closeAllConnections();
    pictures.close();
  }
});

it('works in the page of a shop, whose server keeps the key, and passes nothing else on', async () => {
  const page = await readFile(new URL('./embed-example/page.html', import.meta.url), 'utf8');
  const shop = shopServer({ stylingUrl: site.url, apiKey: site.apiKey, page }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const visitor = await browser.newPage();
  try {
    expect((await fetch(`${url}/styling/images`)).status).toBe(404);
    expect((await fetch(`${url}/styling/try_on_outfit`, { method: 'POST', body: '{}' })).status).toBe(403);
    await visitor.goto(url);
    await button(visitor, text.sitter.example('Grace Hopper')).click();
    await dress(visitor, 'a green jumper');
    await slider(visitor).waitFor(WITHIN);
    expect(await button(visitor, text.sitter.earlier).count()).toBe(0);
  } finally {
    await visitor.close();
    shop.closeAllConnections();
    shop.close();
  }
});
