import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './testing/accessibility.ts';
import { focused } from './testing/keyboard.ts';
import { openPortal } from './testing/open-portal.ts';
import { signIn, tokenOf } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// Webhooks in a browser, against a whole system and a receiver that takes all but what is sent to `/broken`.

let site: Site;
let browser: Browser;
let session: string;
beforeAll(async () => {
  const started = await openSiteInBrowser('webhooks-page');
  ({ site, browser } = started);
  session = started.session;
  return started.stop;
});

/** Checks these pages; the landmarks are the frame's, and checked for every page by `pages.e2e.test.ts`. */
const flawsOf = async (page: Page): Promise<string[]> =>
  (await accessibilityViolations(page)).filter((flaw) => !flaw.startsWith('region: '));

type Body = Record<string, unknown>;
/** Calls the API as the signed-in user. */
async function api(path: string, body?: Body): Promise<Body> {
  const headers = { 'x-api-key': site.apiKey, ...(body && { 'content-type': 'application/json' }) };
  const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${site.url}/webhooks${path}`, options)).json()) as Body;
}

describe('webhooks', () => {
  it('are made, tested, changed, paused, resumed, recovered and deleted on their pages', async () => {
    await using opened = await openPortal(browser, site, '/webhooks', { session });
    const { page } = opened;
    await opened.screenshot('webhooks-empty');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.locator('portal-dialog');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Give the URL of your server.').waitFor();
    await form.getByLabel('Server URL').fill(`${site.receiverUrl}/hook`);
    await form.getByLabel('Description').fill('<img src=x onerror=alert(1)>');
    await opened.screenshot('webhook-form');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('It is shown only now').waitFor();
    await expect.poll(() => focused(page)).toBe('Copy secret');
    await opened.screenshot('webhook-secret');
    expect(await form.locator('code.secret').textContent()).toMatch(/^whsec_/);
    expect(await flawsOf(page)).toEqual([]);
    await form.getByRole('button', { name: 'I have copied it' }).click();

    // A description is text, whatever is in it.
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).click();
    await page.getByRole('heading', { name: '<img src=x', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).first().click();
    const delivery = page.locator('portal-deliveries li').first();
    await delivery.getByText('Arrived').waitFor();
    await delivery.locator('summary').click();
    await delivery
      .getByText(/^HTTP 204, \d+ ms$/)
      .first()
      .waitFor();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => delivery.locator('tbody tr').count(), { timeout: 30_000 }).toBe(2);
    await opened.screenshot('webhook-delivered');

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const change = page.locator('portal-dialog');
    await change.getByLabel('Description').fill('Shop');
    await change.getByLabel('An image was made').check();
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
    expect((await api('')).webhooks).toMatchObject([
      { description: 'Shop', events: ['job.succeeded', 'job.failed', 'image.created'] },
    ]);

    const act = async (action: string) => {
      await page.getByRole('button', { name: 'Actions of Shop' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Replace the secret');
    await page
      .locator('portal-dialog')
      .getByLabel('The present secret signs')
      .selectOption({ label: 'for an hour more' });
    await page.locator('portal-dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('Until then deliveries are signed').waitFor();
    await page.locator('portal-dialog').getByRole('button', { name: 'I have copied it' }).click();

    await act('Pause');
    await page.locator('portal-confirm').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused by you.').waitFor();
    expect(
      await page.locator('portal-deliveries li').first().getByRole('button', { name: 'Send again' }).isEnabled(),
    ).toBe(false);
    await opened.screenshot('webhook-paused');
    expect(await flawsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Send a test' }).first().waitFor();
    await act('Send what was missed');
    await page.locator('portal-dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Nothing was missed.').first().waitFor();

    await act('Delete');
    await page.getByRole('dialog', { name: 'Delete Shop?' }).waitFor();
    await page.locator('portal-confirm').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    expect((await api('')).webhooks).toEqual([]);
  });

  it('given a receiver that fails, then it is seen, filtered and explained, on a phone too', async () => {
    const { webhook_id } = await api('', {
      url: `${site.receiverUrl}/broken`,
      description: 'Old shop',
      events: ['key.created'],
    });
    await site.keys('create', '--user', site.user, '--name', 'Phone');
    await expect.poll(async () => (await api(`/${webhook_id}`)).failing_since).not.toBeNull();
    await using opened = await openPortal(browser, site, '/webhooks', { session, width: 360, theme: 'dark' });
    const { page } = opened;
    await opened.screenshot('webhooks-failing');
    await page.getByText('Failing').waitFor();
    expect(
      await page.locator('li', { hasText: 'Old shop' }).locator('[role=img] [title]').getAttribute('title'),
    ).toMatch(/^key\.created, .*: HTTP 500, /);
    await opened.screenshot('webhooks-failing');
    await opened.goTo(`/webhooks/${webhook_id}`);
    await page.getByText('Nothing has arrived since').waitFor();
    await page.locator('portal-deliveries li').getByText('Pending').waitFor();
    await page.locator('portal-deliveries summary').click();
    await opened.screenshot('webhook-failing');
    expect(await flawsOf(page)).toEqual([]);
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.getByRole('link', { name: 'Arrived' }).click();
    await page.getByText('No deliveries of this kind').waitFor();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.locator('portal-deliveries li').getByText('Pending').waitFor();
  });

  it("given another user's webhook, then there is none", async () => {
    const { webhook_id } = await api('', { url: `${site.receiverUrl}/hook`, events: ['job.failed'] });
    const stranger = await signIn(site.url, { token: tokenOf(await site.invite('eve')) });
    const viewer = { session: stranger, expectedFailures: /^GET \/webhooks\/whk_\w+ 404$/ };
    await using opened = await openPortal(browser, site, `/webhooks/${webhook_id}`, viewer);
    await opened.page.getByRole('alert').waitFor();
    expect(await opened.page.getByText(site.receiverUrl).count()).toBe(0);
  });
});
