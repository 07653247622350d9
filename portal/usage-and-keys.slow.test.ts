import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { text as elements } from '#texts/elements.ts';
import { text as keys } from '#texts/keys.ts';
import { text as usage } from '#texts/usage.ts';
import { focused } from './testing/keyboard.ts';
import { openPortal } from './testing/open-portal.ts';
import { sessionOf, signIn } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// Keys from the first to the revoked one, and what was done with them, in a browser.

let site: Site;
let browser: Browser;

beforeAll(async () => {
  const started = await openSiteInBrowser('keys-page');
  ({ site, browser } = started);
  return started.stop;
});

const begin = (user: string) => sessionOf(site, user);
const statusWith = async (key: string, path = '/images') =>
  (await fetch(site.url + path, { headers: { 'x-api-key': key } })).status;

/** Fills the dialog. @returns the secret that it shows */
async function make(page: Page, name?: string): Promise<string> {
  const { newKey } = keys;
  if (name !== undefined) await page.getByLabel(newKey.name).fill(name);
  await page.getByRole('button', { name: name === undefined ? newKey.rotate : newKey.create }).click();
  const secret = await page.locator('new-key-dialog .secret code').innerText();
  await expect.poll(() => focused(page)).toBe(newKey.copy);
  await page.getByRole('button', { name: newKey.done }).click();
  return secret;
}
const choose = async (page: Page, name: string, action: string, place = 0) => {
  await page
    .getByRole('button', { name: keys.menu.label(name) })
    .nth(place)
    .click();
  await page.getByRole('menuitem', { name: action }).filter({ visible: true }).click();
};

it('makes a key, renames, replaces and revokes it', async () => {
  const name = 'shop <img src=x onerror=alert(1)>';
  await using opened = await openPortal(browser, site, '/keys', { session: await begin('alice') });
  const { page } = opened;
  await page.getByRole('heading', { name: keys.empty.heading }).waitFor();
  await page.getByRole('button', { name: keys.create }).click();
  await page.getByRole('button', { name: keys.newKey.create }).click();
  await page.getByText(keys.newKey.needed).waitFor();
  const first = await make(page, name);
  expect(first).toMatch(/^iss_/);
  expect(await statusWith(first)).toBe(200);
  await page.getByRole('heading', { name, exact: true }).waitFor();
  expect(await page.content()).not.toContain(first);

  await choose(page, name, keys.menu.rename);
  await page.getByLabel(keys.rename.label).fill('shop');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();

  await choose(page, 'shop', keys.menu.rotate);
  const second = await make(page);
  await page.getByText(keys.replaced.unused).waitFor();
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await opened.goTo('/keys');
  await page.getByText(keys.replaced.used).waitFor();

  await choose(page, 'shop', keys.menu.revoke, 1);
  const question = page.locator('portal-confirm');
  await question.getByRole('heading', { name: keys.revoke.heading('shop') }).waitFor();
  await question.getByRole('button', { name: keys.revoke.action }).click();
  await page.getByText(keys.revoked(1)).waitFor();
  expect([await statusWith(first), await statusWith(second)]).toEqual([403, 200]);
});

it('tries again to rename a key, by the name that is there by then', async () => {
  const viewer = { session: await begin('dave'), expectedFailures: /^PATCH .* 500$/ };
  await site.keys('create', '--user', 'dave', '--name', 'old');
  await using opened = await openPortal(browser, site, '/keys', viewer);
  const { page } = opened;
  await page.route('**/keys/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await choose(page, 'old', keys.menu.rename);
  await page.getByLabel(keys.rename.label).fill('new');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel(keys.rename.label).fill('newer');
  await page.getByRole('button', { name: elements.retry }).click();
  await page.getByRole('heading', { name: 'newer', exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('shows a session that was begun with a key why it cannot manage any', async () => {
  const session = await signIn(site.url, { api_key: site.apiKey });
  await using opened = await openPortal(browser, site, '/keys', { session });
  await opened.page.getByRole('heading', { name: keys.refused.heading }).waitFor();
  expect(await opened.page.getByRole('button', { name: keys.create }).count()).toBe(0);
});

it('leaves out of usage what the portal reads', async () => {
  await using opened = await openPortal(browser, site, '/images', { session: await begin('carol') });
  const { page } = opened;
  await opened.goTo('/usage');
  await opened.goTo('/usage');
  await expect.poll(() => page.getByRole('heading', { name: usage.empty.heading }).isVisible()).toBe(true);
});

it('shows usage where the system has languages that no browser knows', async () => {
  await using opened = await openPortal(browser, site, '/keys', { session: await begin('carol') });
  const { page } = opened;
  await page.addInitScript(`Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'en-GB'] })`);
  await opened.goTo('/usage');
  await expect.poll(() => page.getByRole('heading', { name: usage.today.heading }).isVisible()).toBe(true);
});

it('shows usage by day, to be filtered and taken away', async () => {
  const session = await begin('bob');
  const { key } = await site.keys('create', '--user', 'bob', '--name', 'laptop');
  for (const path of ['/images', '/images', '/images/unknown']) await statusWith(String(key), path);
  await using opened = await openPortal(browser, site, '/usage', { session });
  const { page } = opened;
  const numbers = page.locator('usage-chart p');
  expect(await numbers.innerText()).toContain(usage.part('1', usage.outcomes.refused));
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowLeft');
  expect(await numbers.innerText()).toContain(usage.nothing);
  await page.keyboard.press('End');
  expect(await numbers.innerText()).toContain(usage.part('1', usage.outcomes.refused));

  await page.getByRole('combobox', { name: usage.filter.key }).selectOption({ label: 'laptop' });
  await page.getByRole('combobox', { name: usage.filter.endpoint }).selectOption('/images');
  await page.waitForURL(/usage\?key=key_.*&endpoint=%2Fimages$/);
  await expect.poll(() => numbers.innerText()).toContain(usage.part('2', usage.outcomes.succeeded));
  expect(await numbers.innerText()).not.toContain(usage.outcomes.refused.toLowerCase());

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: usage.download }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d,key_[0-9a-f]+,laptop,\/images,succeeded,2$/);
});
