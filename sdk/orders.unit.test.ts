import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from './client.ts';
import { pictureFields, styleMeBody, tryOnBody } from './orders.ts';
import { base64Of, bytesOf, type Picture } from './picture.ts';
import { requestOf } from './transport.ts';

const source = { fetch: () => Promise.reject(new Error('nothing is fetched here')) };
const bytes = new Uint8Array([255, 216, 255]);

describe('the body of an order', () => {
  it('given a picture in any form, then it is in base64', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'styling-orders-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'me.jpg');
    await writeFile(path, bytes);
    const forms: Picture[] = [new Blob([bytes]), bytes, bytes.buffer, path, pathToFileURL(path)];
    for (const selfie of forms) {
      expect(await styleMeBody({ selfie, occasion: 'office' }, source)).toEqual({
        selfie_base64: '/9j/',
        occasion: 'office',
      });
    }
    const fetched = { fetch: () => Promise.resolve(new Response(bytes)) };
    expect(await styleMeBody({ selfie: 'https://x.example/me.jpg' }, fetched)).toEqual({ selfie_base64: '/9j/' });
  });

  it('given an uploaded selfie or an image of before, then its id', async () => {
    expect(await styleMeBody({ selfie: { asset_id: 'ast_1' } }, source)).toEqual({ selfie_asset_id: 'ast_1' });
    expect(await styleMeBody({ selfie: { image_id: 'img_1' } }, source)).toEqual({ selfie_image_id: 'img_1' });
  });

  it('given one description, then the field of the specification, else a list of garments', async () => {
    const selfie = { asset_id: 'ast_1' };
    const common = { selfie_asset_id: 'ast_1', mode: 'model_shot' };
    expect(await tryOnBody({ selfie, garments: 'a coat' }, source)).toEqual({
      ...common,
      clothing_description: 'a coat',
    });
    const garments = [
      'a coat',
      { description: 'these', category: 'shoes', picture: 'https://x.example/shoes.jpg' },
      { picture: { asset_id: 'ast_2' } },
      { picture: bytes },
    ] as const;
    expect(await tryOnBody({ selfie, garments, variants: 2, mode: 'reference_environment' }, source)).toEqual({
      selfie_asset_id: 'ast_1',
      mode: 'reference_environment',
      variants: 2,
      garments: [
        { description: 'a coat' },
        { description: 'these', category: 'shoes', image_url: 'https://x.example/shoes.jpg' },
        { asset_id: 'ast_2' },
        { image_base64: '/9j/' },
      ],
    });
  });

  it('given an outfit to analyse, then its address, or its bytes', async () => {
    expect(await pictureFields('https://x.example/a.jpg', source)).toEqual({
      image_url: 'https://x.example/a.jpg',
    });
    expect(await pictureFields(new Blob([bytes]), source)).toEqual({ image_base64: '/9j/' });
  });

  it('given many bytes, then base64 and back are the same', () => {
    const many = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256);
    expect(base64Of(many)).toBe(Buffer.from(many).toString('base64'));
    expect(bytesOf(base64Of(many))).toEqual(many);
  });
});

describe('an HTTP request', () => {
  const server = { baseUrl: 'https://api.example.com/styling', apiKey: 'iss_1' };

  it('given path, query and headers, then they are where the OpenAPI document has them', () => {
    const [url, { method, headers }] = requestOf(server, 'getJob', { path: { id: 'a/b?' }, query: { wait: 5 } });
    expect([method, url]).toEqual(['GET', 'https://api.example.com/styling/jobs/a%2Fb%3F?wait=5']);
    expect(new Headers(headers).get('x-api-key')).toBe('iss_1');
  });

  it('given a wrong address or key, then no client is created', () => {
    for (const baseUrl of ['', 'api.example.com', 'ftp://x']) {
      expect(() => createClient({ baseUrl, apiKey: 'iss_1' })).toThrow('baseUrl');
    }
    for (const apiKey of ['', 'two words', 'é']) {
      expect(() => createClient({ baseUrl: 'http://x', apiKey })).toThrow('apiKey');
    }
  });
});
