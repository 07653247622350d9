import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { text as account } from '#texts/account.ts';
import { text as elements } from '#texts/elements.ts';
import { text as signInTexts } from '#texts/sign-in.ts';
import { text as studio } from '#texts/studio.ts';
import { dropFile, pastePicture } from './testing/give-files.ts';
import { tabTo } from './testing/keyboard.ts';
import { openPortal } from './testing/open-portal.ts';
import { hasPython, runPython } from './testing/run-python.ts';
import { sessionOf } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// What people do in the portal, from the first click to the last, in a browser.

const RESULT_WITHIN_MS = 60_000;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  const started = await openSiteInBrowser('roads');
  ({ site, browser } = started);
  return started.stop;
});

const begin = (user: string) => sessionOf(site, user);
/** Reads from the API, with the cookie of a session. */
const read = async (path: string, session: string) => {
  const response = await fetch(site.url + path, { headers: { cookie: `styling_session=${session}` } });
  return response.json() as Promise<Record<string, Record<string, string>[]>>;
};

it('dresses an example by keyboard alone, from the link on', async () => {
  const link = new URL(await site.invite(site.user));
  const path = `${link.pathname.replace('/portal', '')}${link.hash}`;
  await using opened = await openPortal(browser, site, path);
  const { page } = opened;
  await page.getByRole('heading', { level: 1, name: studio.heading }).waitFor({ state: 'attached' });
  expect(page.url()).not.toContain('token');

  await tabTo(page, new RegExp(`^${studio.sitter.example('Grace Hopper')}$`));
  await page.keyboard.press('Enter');
  await tabTo(page, new RegExp(`^${studio.garments.words}`));
  await page.keyboard.type('a green jumper');
  await tabTo(page, new RegExp(`^${studio.dress}$`));
  await page.keyboard.press('Enter');
  const slider = page.getByRole('slider', { name: studio.result.slider });
  await slider.waitFor({ timeout: RESULT_WITHIN_MS });
  const before = await slider.getAttribute('aria-valuenow');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await slider.getAttribute('aria-valuenow')).not.toBe(before);
});

it('dresses a photograph that is dropped in a garment that is pasted, and compares by pulling the handle', async () => {
  await using opened = await openPortal(browser, site, '/', { session: await begin(site.user) });
  const { page } = opened;
  const selfie = join(REPOSITORY_DIR, 'docs', 'example', 'selfie.jpg');
  await dropFile(page, page.locator('studio-stage .stage'), join(REPOSITORY_DIR, 'README.md'));
  await page.getByRole('alert').waitFor();
  await dropFile(page, page.locator('studio-stage .stage'), selfie);
  await page.getByRole('img', { name: studio.sitter.alt }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  const shirt = await sharp(join(REPOSITORY_DIR, 'portal', 'public', 'examples', 'striped-shirt.jpg'))
    .png()
    .toBuffer();
  await page.getByRole('textbox', { name: studio.garments.words }).focus();
  await pastePicture(page, shirt);
  await page.getByRole('img', { name: /^The garment in / }).waitFor();
  expect(await page.getByRole('img', { name: studio.sitter.alt }).count()).toBe(1);
  await page.getByRole('button', { name: studio.dress, exact: true }).click();

  const slider = page.getByRole('slider', { name: studio.result.slider });
  await slider.waitFor({ timeout: RESULT_WITHIN_MS });
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('50');
  const figure = await page.locator('styling-result figure').boundingBox();
  const { x, y, width, height } = figure ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + height / 2, { steps: 4 });
  expect(Math.abs(Number(await slider.getAttribute('aria-valuenow')) - 75)).toBeLessThanOrEqual(1);
  await page.mouse.move(x - 200, y + height / 2);
  await page.mouse.up();
  expect(await slider.getAttribute('aria-valuenow')).toBe('0');
  await page.mouse.move(x + width / 2, y + height / 2);
  expect(await slider.getAttribute('aria-valuenow')).toBe('0');
});

it.skipIf(!hasPython)('makes a picture by the Python of docs/clients.md', async () => {
  const page = await readFile(join(REPOSITORY_DIR, 'docs/clients.md'), 'utf8');
  const [, program = ''] = /^```python\n(.*?)^```$/ms.exec(page) ?? [];
  const ran = runPython(program.replace('http://localhost:8080', site.url), {
    cwd: REPOSITORY_DIR,
    apiKey: site.apiKey,
  });
  expect(await ran).toMatch(/^http\S+\/img_[0-9a-f]+\.jpg\n$/);
});

it('signs in with a passkey that was added before', async () => {
  const session = await begin('iris');
  await using opened = await openPortal(browser, site, '/account', { session });
  const { page, context } = opened;
  const inspector = await context.newCDPSession(page);
  await inspector.send('WebAuthn.enable');
  await inspector.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: account.passkeys.add }).click();
  await page.getByLabel(account.passkeys.name, { exact: true }).fill('My key');
  await page.getByRole('button', { name: account.passkeys.create }).click();
  await page.getByRole('button', { name: account.passkeys.removeLabel('My key') }).waitFor();

  await page.getByRole('button', { name: account.signOut, exact: true }).click();
  await page.getByRole('button', { name: signInTexts.passkey.action }).click();
  await page.getByRole('button', { name: account.signOut, exact: true }).or(page.getByText('iris')).first().waitFor();
  await opened.goTo('/account');
  expect(await page.getByText(account.you.signedInBy.passkey).count()).toBe(1);
});

it('hands out everything as a file', async () => {
  const session = await begin(site.user);
  await using opened = await openPortal(browser, site, '/account', { session });
  const [download] = await Promise.all([
    opened.page.waitForEvent('download'),
    opened.page.getByRole('button', { name: account.export.start }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^styling-roads-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const json = (name: string) => JSON.parse(Buffer.from(files[name] ?? []).toString());

  const { images = [] } = await read('/images', session);
  const { jobs = [] } = await read('/jobs', session);
  const { keys = [] } = await read('/keys', session);
  expect(images.length).toBeGreaterThan(0);
  expect(json('images.json').images).toEqual(images);
  expect(json('jobs.json')).toEqual(jobs);
  expect(json('keys.json').keys.map(({ key_id }: { key_id: string }) => key_id)).toEqual(
    keys.map(({ key_id }) => key_id),
  );
  for (const { image_id, image_url } of images) {
    const stored = Buffer.from(await (await fetch(String(image_url))).arrayBuffer());
    expect(stored.equals(files[`images/${image_id}.jpg`] as Uint8Array)).toBe(true);
  }
  expect(Buffer.from(files['read-me.txt'] ?? []).toString()).toContain(site.user);
});

it('shows how far a long deletion is, also when a response is lost, and its end', async () => {
  const session = await begin('leaving');
  await using opened = await openPortal(browser, site, '/account', { session, expectedFailures: / (401|503)$/ });
  const { page } = opened;
  const counts = { images: 100_000, assets: 2, webhooks: 1, keys: 1 };
  const answers = [
    { status: 503, json: {} },
    { status: 200, json: { ...counts, images_left: 100_000 } },
    { status: 200, json: { ...counts, images_left: 51_000 } },
    { status: 503, json: {} },
    { status: 204 },
  ];
  await page.route('**/portal/api/account', (route) => route.fulfill(answers.shift() ?? { status: 500 }));
  await page.getByRole('button', { name: account.deletion.start }).click();
  const dialog = page.locator('portal-deletion portal-dialog');
  await page.getByLabel(account.deletion.confirm('leaving')).fill('leaving');
  await dialog.getByRole('button', { name: account.deletion.action }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: account.deletion.action }).click();
  await page.getByRole('heading', { name: account.deletion.deletingHeading }).waitFor();
  await page.getByText(account.deletion.progress('49,000', '100,000')).waitFor();
  await opened.screenshot('account-deleting');
  await dialog.getByRole('button', { name: elements.retry }).click();
  await page.getByText(account.deletion.done(counts)).waitFor();
  expect(answers).toEqual([]);
  await page.getByRole('button', { name: account.deletion.leave }).click();
  await page.getByRole('heading', { level: 1, name: signInTexts.heading }).waitFor();
});

it('deletes everything once the name is typed', async () => {
  const session = await begin(site.user);
  await using opened = await openPortal(browser, site, '/account', { session, expectedFailures: / 401$/ });
  const { page } = opened;
  await page.getByRole('button', { name: account.deletion.start }).click();
  const action = page.locator('portal-deletion portal-dialog').getByRole('button', { name: account.deletion.action });
  await page.getByLabel(account.deletion.confirm(site.user)).fill('dem');
  expect(await action.isDisabled()).toBe(true);
  await page.getByLabel(account.deletion.confirm(site.user)).fill(site.user);
  await action.click();
  await page.getByRole('heading', { name: account.deletion.doneHeading }).waitFor();
  await page.getByRole('button', { name: account.deletion.leave }).click();
  await page.getByRole('heading', { level: 1, name: signInTexts.heading }).waitFor();
  const withKey = await fetch(`${site.url}/images`, { headers: { 'x-api-key': site.apiKey } });
  expect(withKey.status).toBe(403);
  const again = await begin(site.user);
  expect((await read('/images', again)).images).toEqual([]);
});
