import { createServer, get as httpGet, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importMap } from './import-map.ts';
import { joinSite } from './join-site.ts';
import { portalSite } from './site.ts';
import { readSiteFiles } from './site-files.ts';
import { stripTypes } from './strip-types.ts';

let server: Server;
beforeAll(async () => {
  const serve = portalSite({ imageStoreOrigin: 'https://images.example.com' })['/portal'];
  server = createServer((request, response) => {
    serve?.(request, response, () => response.writeHead(404).end('next')).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Without `fetch`, which decompresses by itself. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    httpGet({ port, host: '127.0.0.1', path, headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
    }).on('error', reject);
  });
}

const document = async (path = '/portal') => (await get(path)).bytes.toString();
const versionOf = async () => /\/portal\/v\/([\w-]+)\//.exec(await document())?.[1] ?? '';

describe('the document of the portal', () => {
  it('given any page, then it is the document, which may run its own scripts only, and reach this origin and the pictures', async () => {
    const { status, headers } = await get('/portal/images/img_1?from=jobs');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+' 'sha256-[\w+/=]+';/);
    expect(policy).toContain("connect-src 'self' https://images.example.com;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' });
  });

  it('given an address that is no page, then 404 and the document, and of the endpoints nothing', async () => {
    expect((await get('/portal/nothing')).status).toBe(404);
    expect((await get('/portal/nothing')).bytes.toString()).toContain('<portal-app ');
    for (const path of ['/portal/api/nothing', '/portal/page/nothing.ts', '/portal/v/x/page/nothing.ts']) {
      expect((await get(path)).bytes.toString()).toBe('next');
    }
  });

  it('when it is loaded, then whatever it names is there, kept for ever, and all that its modules import', async () => {
    const text = await document('/portal/sign-in');
    const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as {
      imports: Record<string, string>;
    };
    const named = [...text.matchAll(/(?:src|href)="(\/portal\/v\/[^"]+)"/g)].map(([, path]) => path ?? '');
    const entries = Object.values(imports).filter((path) => /\.(ts|js)$/.test(path));
    expect(named).toContainEqual(expect.stringMatching('/page/pages/sign-in.ts$'));
    for (const path of [...named, ...entries]) {
      const { status, headers } = await get(path);
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'public, max-age=31536000, immutable']);
    }
  });
});

describe('the files of the portal', () => {
  it('are modules that a browser can parse, joined too', async () => {
    const modules = [...joinSite(await readSiteFiles(), importMap('', 'de'))].filter(([path]) =>
      /\.(ts|js)$/.test(path),
    );
    expect(modules.map(([path]) => path)).toEqual(expect.arrayContaining(['/page/app.ts', '/page/pages/sign-in.ts']));
    for (const [path, { bytes }] of modules) {
      expect(() => stripTypes(Buffer.from(bytes).toString()), path).not.toThrow();
    }
  });

  it('are JavaScript without types and comments, in the encoding that is accepted', async () => {
    const path = '/portal/page/routes.ts';
    const [brotli, gzip, plain] = await Promise.all([
      get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      get(path, { 'accept-encoding': 'gzip, br;q=0' }),
      get(path),
    ]);
    const text = plain.bytes.toString();
    expect(text).toContain('export function routeOf(url)');
    expect(text).not.toMatch(/\/\*\*|: Route/);
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text);
    expect(gunzipSync(gzip.bytes).toString()).toBe(text);
    expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(brotli.headers.vary).toBe('Accept-Encoding');
  });

  it('given the entity tag of before, then 304 without a body', async () => {
    const { headers } = await get('/portal/page/routes.ts');
    const again = await get('/portal/page/routes.ts', { 'if-none-match': `"other", W/${headers.etag}` });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  });

  it('given the version of another gateway, then its own modules one by one, which are not kept', async () => {
    const ours = await get(`/portal/v/${await versionOf()}/page/app.ts`);
    const theirs = await get('/portal/v/other/page/app.ts');
    expect(theirs.bytes).toEqual((await get('/portal/page/app.ts')).bytes);
    expect(ours.bytes.length).toBeGreaterThan(2 * theirs.bytes.length);
    expect([ours, theirs].map(({ headers }) => headers['cache-control'])).toEqual([
      'public, max-age=31536000, immutable',
      'no-cache',
    ]);
  });

  it('given a path that leads out of the site, or to a test, then nothing', async () => {
    for (const path of [
      '/portal/page/../package.json',
      '/portal/page/%2e%2e/package.json',
      '/portal/client/errors.unit.test.ts',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });
});
