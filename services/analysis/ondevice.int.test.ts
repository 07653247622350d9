import type { OpeningDependencies } from '@styling/capability';
import { photo } from '@styling/testing/photos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { implementations } from './service.ts';

let provider: Awaited<ReturnType<typeof implementations.ondevice>>;
beforeAll(async () => {
  provider = await implementations.ondevice({ ONDEVICE_IDLE_SECONDS: 30 }, {} as OpeningDependencies);
});
afterAll(() => provider.close());

it('given a photograph, builds each item’s query from its colour and kind', async () => {
  const work = {
    deadline: new Date(),
    signal: new AbortController().signal,
    progress: () => {},
    checkpointPrefix: 'requests/req_1/analysis/',
  };
  const items = await provider.analyse({ bytes: await photo('astronaut.png'), field: 'image_url' }, work);
  expect(items.length).toBeGreaterThan(0);
  for (const { search_query, color, item } of items) expect(search_query).toBe(`${color} ${item}`);
});
