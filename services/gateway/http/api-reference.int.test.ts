import { createApp, type Listening, listen } from '@styling/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from './api-document.ts';
import { apiReference } from './api-reference.ts';

const document = apiDocument('1.2.3', { dailyLimit: 7, requestTimeoutSeconds: 30 });

let server: Listening;
const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

beforeAll(async () => {
  const app = createApp({
    newRequestId: () => 'req_1',
    onError: (error) => expect.unreachable(String(error)),
    routes: (app) => {
      for (const [path, answer] of Object.entries(apiReference(document))) app.get(path, answer);
    },
  });
  server = await listen(app, { port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

describe('the API reference', () => {
  it('serves the document of the endpoints, without a key', async () => {
    const response = await get('/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('req_1');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is a page whose files all come from here, and which may reach nowhere else', async () => {
    const page = await get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const files = [...(await page.text()).matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(
      ([, file]) => file,
    );
    expect(files).toEqual(['data:,', '/docs/swagger-ui.css', '/docs/swagger-ui.js', '/docs/start.js']);
    const types = await Promise.all(
      files.slice(1).map(async (file) => {
        const response = await get(String(file));
        expect([response.status, Number(response.headers.get('content-length')) > 100]).toEqual([200, true]);
        return response.headers.get('content-type');
      }),
    );
    const javascript = 'text/javascript; charset=utf-8';
    expect(types).toEqual(['text/css; charset=utf-8', javascript, javascript]);
  });

  it('starts the page on that document, without the validator on the web', async () => {
    const start = await (await get('/docs/start.js')).text();
    const started: Record<string, unknown>[] = [];
    new Function('SwaggerUIBundle', start)((options: Record<string, unknown>) => started.push(options));
    expect(started).toEqual([expect.objectContaining({ url: '/openapi.json', validatorUrl: null })]);
  });

  it('answers HEAD without a body', async () => {
    const response = await get('/docs/swagger-ui.js', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
