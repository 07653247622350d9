import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orders, photographsOf, requestOf } from './orders.ts';

const order = (id: string) => orders.find((one) => one.id === id)!;

test('given the table, then every order has its own id and photographs that the table has', () => {
  expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length);
  for (const one of orders) for (const { sha256 } of photographsOf(one)) expect(sha256).toMatch(/^[0-9a-f]{16}$/);
});

test('given garments joined by a plus, then they are ordered one by one', async () => {
  expect(await requestOf(order('example-2'))).toMatchObject({
    mode: 'model_shot',
    garments: [{ description: 'navy blazer' }, { description: 'beige chinos' }],
  });
});

test('given the own scene, then the picture keeps it; given a flat garment, then that is the reference', async () => {
  const selfie = readFileSync(new URL('../../../docs/example/selfie.jpg', import.meta.url));
  expect(await requestOf(order('example-5'))).toEqual({
    mode: 'reference_environment',
    selfie,
    description: 'a camel coat with a white t-shirt',
  });
  expect(await requestOf(order('example-7'))).toMatchObject({ mode: 'model_shot', reference: expect.any(Buffer) });
});

test('given a worn reference, then its photograph is needed too', () => {
  expect(photographsOf(order('jersey')).map(({ name }) => name)).toEqual(['jersey', 'red-jumper']);
});
