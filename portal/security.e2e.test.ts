import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { text as account } from '#texts/account.ts';
import { text as signInTexts } from '#texts/sign-in.ts';
import { text as studio } from '#texts/studio.ts';
import { openPortal } from './testing/open-portal.ts';
import { servePage } from './testing/other-origin.ts';
import { askForSession, SESSION_COOKIE, sessionCookieOf, sessionOf, signIn, tokenOf } from './testing/sign-in.ts';
import { openSiteInBrowser } from './testing/site-in-browser.ts';
import type { Site } from './testing/start-site.ts';

// What others may try against somebody who is signed in, in a browser that sends what browsers send.

/** Would set `injected` as markup, as an attribute, or as a script. */
const MARKUP = `"><img src=x onerror="globalThis.injected=1"><script>globalThis.injected=1</script>`;
let site: Site;
let browser: Browser;
let session: string;

beforeAll(async () => {
  const started = await openSiteInBrowser('security', { garments: ['a green jumper'] });
  ({ site, browser } = started);
  session = started.session;
  return started.stop;
});

const begin = (user: string) => sessionOf(site, user);
const call = (method: string, path: string, cookie = session, body?: object) =>
  fetch(site.url + path, {
    method,
    headers: {
      cookie: `${SESSION_COOKIE}=${cookie}`,
      origin: site.url,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const statusOf = async (method: string, path: string, cookie?: string) => (await call(method, path, cookie)).status;

describe('a page of another origin', () => {
  it.each([
    // Same site: the cookie is sent, whatever its SameSite.
    'localhost',
    '127.0.0.1',
  ])('at %s can do nothing, whoever looks at it', async (host) => {
    const keysBefore = await (await call('GET', '/keys')).json();
    const evil = await servePage('<h1>Evil</h1>');
    const context = await browser.newContext();
    try {
      await context.addCookies([{ name: SESSION_COOKIE, value: session, url: site.url, sameSite: 'Strict' }]);
      const page = await context.newPage();
      await page.goto(`http://${host}:${evil.port}/`);
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().startsWith(site.url)) statuses.push(response.status());
      });
      const posts = [
        ['/keys', '{"name":"evil"}'],
        ['/portal/api/passkeys/options', '{}'],
        ['/portal/api/session', JSON.stringify({ api_key: site.apiKey })],
      ] as const;
      for (const [path, body] of posts) {
        await page.evaluate(
          ([url, body]) =>
            fetch(String(url), { method: 'POST', mode: 'no-cors', credentials: 'include', body: String(body) }),
          [site.url + path, body],
        );
      }
      expect(statuses).toHaveLength(3);
      for (const status of statuses) expect([401, 403]).toContain(status);
      const read = page.evaluate(
        (url) => fetch(url, { credentials: 'include' }).then((response) => response.text()),
        `${site.url}/portal/api/sessions`,
      );
      await expect(read).rejects.toThrow(/Failed to fetch/);
      const ended = page.evaluate(
        (url) => fetch(url, { method: 'DELETE', credentials: 'include' }),
        `${site.url}/portal/api/sessions`,
      );
      await expect(ended).rejects.toThrow(/Failed to fetch/);
    } finally {
      await context.close();
      evil.close();
    }
    expect(await (await call('GET', '/keys')).json()).toEqual(keysBefore);
    expect(await statusOf('GET', '/portal/api/session')).toBe(200);
  });

  it('cannot put the portal into a frame', async () => {
    const evil = await servePage(`<iframe src="${site.url}/portal/account"></iframe>`);
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`http://localhost:${evil.port}/`);
      const [, frame] = page.frames();
      expect(frame?.url()).toMatch(/^chrome-error:/);
    } finally {
      await context.close();
      evil.close();
    }
  });
});

describe('signing in', () => {
  it('takes a link once', async () => {
    const token = tokenOf(await site.invite(site.user));
    expect((await askForSession(site.url, { token })).status).toBe(200);
    const again = await askForSession(site.url, { token });
    expect(again.status).toBe(401);
    expect(sessionCookieOf(again)).toBeUndefined();
    expect(await again.json()).toMatchObject({ code: 'invalid_token' });
  });

  it('begins a session that nobody chose, and ends the one that came along', async () => {
    const planted = await begin('mallory');
    const token = tokenOf(await site.invite(site.user));
    const response = await askForSession(site.url, { token }, { cookie: `${SESSION_COOKIE}=${planted}` });
    const own = sessionCookieOf(response);
    expect(own).toBeDefined();
    expect(own).not.toBe(planted);
    expect(await statusOf('GET', '/portal/api/session', planted)).toBe(204);
  });

  it('keeps the session out of reach of scripts, and nothing in storage', async () => {
    await using opened = await openPortal(browser, site, '/keys', { session });
    const kept = 'document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }])';
    expect(await opened.page.evaluate<string>(kept)).not.toMatch(/styling_session|sk_|[\w-]{40}/);
  });

  it('ends everywhere at once', async () => {
    const [here, there] = [await begin('dora'), await begin('dora')];
    await using opened = await openPortal(browser, site, '/account', {
      session: here,
      expectedFailures: /\/portal\/api\/\S+ 401$/,
    });
    const { page } = opened;
    await page.getByRole('button', { name: account.sessions.endAll }).click();
    await page.locator('portal-confirm').getByRole('button', { name: account.sessions.endAll }).click();
    await page.getByRole('heading', { level: 1, name: signInTexts.heading }).waitFor();
    for (const ended of [here, there]) expect(await statusOf('GET', '/images', ended)).toBe(401);
  });
});

it('lets a session that began with a key play and read, and manage nothing', async () => {
  const playing = await signIn(site.url, { api_key: site.apiKey });
  expect(await statusOf('GET', '/images', playing)).toBe(200);
  for (const [method, path] of [
    ['GET', '/keys'],
    ['POST', '/keys'],
    ['GET', '/portal/api/sessions'],
    ['POST', '/portal/api/passkeys/options'],
    ['DELETE', '/portal/api/account'],
  ] as const) {
    expect([path, await statusOf(method, path, playing)]).toEqual([path, 403]);
  }
  await using opened = await openPortal(browser, site, '/account', { session: playing });
  expect(await opened.page.getByText(account.you.mayNotManage).count()).toBe(1);
  expect(await opened.page.getByRole('button', { name: account.deletion.start }).count()).toBe(0);
});

it('gives nobody what belongs to somebody else', async () => {
  const bob = await begin('bob');
  const { images } = (await (await call('GET', '/images')).json()) as { images: { image_id: string }[] };
  const { jobs } = (await (await call('GET', '/jobs')).json()) as { jobs: { job_id: string }[] };
  const { webhooks } = (await (await call('GET', '/webhooks')).json()) as { webhooks: { webhook_id: string }[] };
  const { session_id } = (await (await call('GET', '/portal/api/session')).json()) as { session_id: string };
  const own = [
    `/images/${images[0]?.image_id}`,
    `/jobs/${jobs[0]?.job_id}`,
    `/jobs/${jobs[0]?.job_id}/timeline`,
    `/webhooks/${webhooks[0]?.webhook_id}`,
    `/webhooks/${webhooks[0]?.webhook_id}/deliveries`,
  ];
  for (const path of own) {
    expect([path, await statusOf('GET', path)]).toEqual([path, 200]);
    expect([path, await statusOf('GET', path, bob)]).toEqual([path, 404]);
  }
  for (const path of [
    ...own.filter((path) => /^\/(images|webhooks)\/\w+$/.test(path)),
    `/portal/api/sessions/${session_id}`,
  ]) {
    expect([path, await statusOf('DELETE', path, bob)]).toEqual([path, 404]);
  }
  expect(await statusOf('GET', '/portal/api/session')).toBe(200);
  await using opened = await openPortal(browser, site, own[0] ?? '', { session: bob, expectedFailures: / 404$/ });
  expect(await opened.page.locator('img').count()).toBe(0);
});

describe('markup in what a user writes', () => {
  const injected = '"injected" in globalThis';

  it('is shown as text, wherever it is shown', async () => {
    expect((await call('POST', '/keys', session, { name: MARKUP.slice(0, 100) })).status).toBe(201);
    const hook = { url: `${site.receiverUrl}/hook?${MARKUP}`, events: ['job.failed'], description: MARKUP };
    const created = await call('POST', '/webhooks', session, hook);
    expect(created.status).toBe(201);
    const { webhook_id } = (await created.json()) as { webhook_id: string };
    const shown: string[] = [];
    for (const path of ['/keys', '/usage', '/events', '/webhooks', `/webhooks/${webhook_id}`]) {
      await using opened = await openPortal(browser, site, path, { session });
      expect(await opened.page.evaluate<boolean>(injected)).toBe(false);
      if ((await opened.page.getByText('onerror=').count()) > 0) shown.push(path);
    }
    expect(shown).toEqual(expect.arrayContaining(['/keys', '/webhooks', `/webhooks/${webhook_id}`]));
  });

  it.each(['/images/', '/jobs/', '/webhooks/', '/jobs?status=', '/usage?key=', '/events?types=', '/?image='])(
    'does nothing in the address: %s',
    async (path) => {
      await using opened = await openPortal(browser, site, path + encodeURIComponent(MARKUP), {
        session,
        expectedFailures: / 40[04]$/,
      });
      expect(await opened.page.evaluate<boolean>(injected)).toBe(false);
    },
  );

  it('does nothing in the name of a file, and in a description', async () => {
    await using opened = await openPortal(browser, site, '/', { session });
    const { page } = opened;
    const file = {
      name: `${MARKUP.replaceAll('/', '')}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText('onerror=').first().waitFor();
    await page.getByLabel(studio.garments.words).first().fill(MARKUP);
    await page.getByRole('button', { name: studio.code }).click();
    expect(await page.evaluate<boolean>(injected)).toBe(false);
  });
});
