import { createServer, get as httpGet, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portalSite } from './site.ts';

const EMBED = '/portal/page/embed.ts';
let server: Server;
beforeAll(async () => {
  const paths = portalSite({ imageStoreOrigin: 'https://images.example.com' });
  server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const serve = paths[path] ?? paths['/portal'];
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

/** Paths that a document names. */
const namedBy = async (path: string) =>
  [...String((await get(path)).bytes).matchAll(/(?:src|href)="(\/portal\/page\/[^"]+)"/g)].map(
    ([, named = '']) => named,
  );
/** Paths that a module imports by `import … from`, in a browser. */
const importsOf = ({ bytes }: Answer, path: string) =>
  [...String(bytes).matchAll(/(?:import|from) ?"(\.[^"]+)"/g)].map(
    ([, named = '']) => new URL(named, `http://host${path}`).pathname,
  );

describe('the document of the portal', () => {
  it('given any page, then it is the document, which may run its own scripts only, and reach this origin and the pictures', async () => {
    const { status, headers } = await get('/portal/images/img_1?from=jobs');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+';/);
    expect(policy).toContain("connect-src 'self' https://images.example.com;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' });
  });

  it('given an address that is no page, then 404 and the document, and of the endpoints nothing', async () => {
    expect((await get('/portal/nothing')).status).toBe(404);
    expect((await get('/portal/nothing')).bytes.toString()).toContain('<portal-app ');
    for (const path of ['/portal/api/nothing', '/portal/page/nothing.ts', '/portal/examples/README.md']) {
      expect((await get(path)).bytes.toString()).toBe('next');
    }
  });

  it('when it is loaded, then the frame and the page that it names are there and kept for ever, and all that they import', async () => {
    const named = new Set(await namedBy('/portal/sign-in'));
    for (const page of ['app', 'sign-in', 'shared']) {
      expect([...named]).toContainEqual(expect.stringMatching(`/${page}-[\\w-]{8}\\.js$`));
    }
    expect(await namedBy('/portal/nothing')).not.toContainEqual(expect.stringContaining('/sign-in-'));
    for (const path of named) {
      const answer = await get(path);
      const { status, headers } = answer;
      const kept = path.endsWith('.svg') ? 'no-cache' : 'public, max-age=31536000, immutable';
      expect([path, status, headers['cache-control']]).toEqual([path, 200, kept]);
      if (path.endsWith('.js')) for (const imported of importsOf(answer, path)) named.add(imported);
    }
  });
});

describe('the reference of the API', () => {
  it('is a page of its own, to which its former address leads, and may set styles besides', async () => {
    const { status, headers, bytes } = await get('/docs');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+';/);
    expect(policy.match(/[^;]*unsafe[^;]*/g)).toEqual([" style-src 'self' 'unsafe-inline'"]);
    const [, script = ''] = /from '(.*?)'/.exec(String(bytes)) ?? [];
    expect((await get(script)).status).toBe(200);
    const former = await get('/portal/reference?operation=tryOnOutfit');
    expect([former.status, former.headers.location]).toEqual([302, '/docs']);
  });
});

describe('the files of the portal', () => {
  it('are sent in the encoding that is accepted', async () => {
    const path = (await namedBy('/portal')).find((name) => name.endsWith('.js')) ?? '';
    const [brotli, gzip, plain] = await Promise.all([
      get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      get(path, { 'accept-encoding': 'gzip, br;q=0' }),
      get(path),
    ]);
    const text = plain.bytes.toString();
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text);
    expect(gunzipSync(gzip.bytes).toString()).toBe(text);
    expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(brotli.headers.vary).toBe('Accept-Encoding');
  });

  it('given the entity tag of before, then 304 without a body', async () => {
    const { headers } = await get(EMBED);
    const again = await get(EMBED, { 'if-none-match': `"other", W/${headers.etag}` });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  });

  it('have elements and colours for shops at addresses that stay, which are asked for anew', async () => {
    const module = await get(EMBED);
    const colours = await get('/portal/page/styles/tokens.css');
    expect(
      [module, colours].map(({ status, headers }) => [status, headers['content-type'], headers['cache-control']]),
    ).toEqual([
      [200, 'text/javascript; charset=utf-8', 'no-cache'],
      [200, 'text/css; charset=utf-8', 'no-cache'],
    ]);
    expect(String(module.bytes)).toMatch(/export ?{.* as StylingTryOn.* as createClient/);
    const imported = importsOf(module, EMBED);
    expect(imported).not.toContainEqual(expect.stringContaining('/app-'));
    for (const path of imported) expect((await get(path)).status).toBe(200);
    expect((await get('/portal/examples/grace-hopper.jpg')).headers['content-type']).toBe('image/jpeg');
  });

  it('given a path that leads out of the site, or to a test, then nothing', async () => {
    for (const path of [
      '/portal/page/../package.json',
      '/portal/page/%2e%2e/package.json',
      '/portal/page/%2e%2e/index.html',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });
});
