import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './index.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a client without a key', () => {
  it('given a page, then it sends none, and leaves the cookie of the session to the browser', async () => {
    vi.stubGlobal('location', new URL('https://styling.example/portal'));
    const sent: RequestInit[] = [];
    const client = createClient({
      baseUrl: 'https://styling.example',
      fetch: async (_, init) => {
        sent.push(init ?? {});
        return Response.json({ images: [] });
      },
    });
    expect(await Array.fromAsync(client.images.list())).toEqual([]);
    expect(new Headers(sent[0]?.headers).has('X-API-Key')).toBe(false);
    // The default, `same-origin`: no cookie goes to another service.
    expect(sent[0]?.credentials).toBeUndefined();
  });

  it('given no page, then it is refused at once', () => {
    expect(() => createClient({ baseUrl: 'https://styling.example' })).toThrow('apiKey must be a key of the service');
  });
});
