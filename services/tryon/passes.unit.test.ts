import { describe, expect, it } from 'vitest';
import { tryOnPrompt } from './hosted-try-on.ts';
import type { OrderedGarment, TryOnOrder } from './provider.ts';
import { dressInPasses, passesOf } from './try-on.ts';

const garment = (category: OrderedGarment['category'], hasPicture = true): OrderedGarment => ({
  description: category,
  category,
  field: 'x',
  ...(hasPicture && { reference: { bytes: new Uint8Array(1), field: 'x' } }),
});
const categories = (passes: readonly OrderedGarment[][]) => passes.map((pass) => pass.map(({ category }) => category));

describe('the passes of an order', () => {
  const outfit = [garment('outerwear'), garment('hat', false), garment('bottom')];

  it('given a provider that takes all pictures, is one, as the client listed them', () => {
    expect(categories(passesOf(outfit, 2))).toEqual([['outerwear', 'hat', 'bottom']]);
  });

  it('given one picture at a time, puts on trousers before the jacket', () => {
    expect(categories(passesOf(outfit, 1))).toEqual([['bottom'], ['outerwear', 'hat']]);
  });

  it('given no pictures, is one whatever the provider takes', () => {
    expect(categories(passesOf([garment('top', false), garment('bag', false)], 0))).toEqual([['top', 'bag']]);
  });
});

describe('dressing in passes', () => {
  it('dresses the person of the pass before, keeps its scene, and has a checkpoint for each', async () => {
    const seen: { order: TryOnOrder; prefix: string }[] = [];
    const provider = {
      abilities: { references: 1 },
      tryOn: async (order: TryOnOrder, { checkpointPrefix }: { checkpointPrefix: string }) => {
        seen.push({ order, prefix: checkpointPrefix });
        const image = Buffer.from(`pass ${seen.length}`);
        return { image, width: 1, height: 1, model: 'm', approximations: ['cut_kept', `of_${seen.length}`] };
      },
    };
    const work = { deadline: new Date(), signal: new AbortController().signal, checkpointPrefix: 'p/' };
    const order = {
      selfie: Buffer.from('me'),
      garments: [garment('outerwear'), garment('bottom')],
      scene: 'studio',
    } as const;
    const picture = await dressInPasses(provider, { ...order, seed: 3 }, work as Parameters<typeof dressInPasses>[2]);
    expect(Buffer.from(picture.image).toString()).toBe('pass 2');
    expect(picture.approximations).toEqual(['cut_kept', 'of_1', 'of_2']);
    expect(
      seen.map(({ order, prefix }) => [Buffer.from(order.selfie).toString(), order.scene, order.seed, prefix]),
    ).toEqual([
      ['me', 'studio', 3, 'p/'],
      ['pass 1', 'kept', 3, 'p/pass-2/'],
    ]);
  });
});

it('given a provider that takes no pictures of garments, dresses by descriptions and says so', async () => {
  const orders: TryOnOrder[] = [];
  const provider = {
    abilities: { references: 0 },
    tryOn: async (order: TryOnOrder) => {
      orders.push(order);
      return { image: Buffer.from('x'), width: 1, height: 1, model: 'm', approximations: [] };
    },
  };
  const work = {
    deadline: new Date(),
    signal: new AbortController().signal,
    checkpointPrefix: 'p/',
    progress: () => {},
  };
  const garments = [garment('outerwear'), garment('bottom', false)];
  const { approximations } = await dressInPasses(
    provider,
    { selfie: Buffer.from('me'), garments, scene: 'studio' },
    work,
  );
  expect(approximations).toEqual(['reference_ignored']);
  expect(orders.map(({ garments }) => garments)).toEqual([[garment('outerwear', false), garment('bottom', false)]]);
});

describe('the prompt', () => {
  it('given several garments, says which image shows which', () => {
    const prompt = tryOnPrompt({
      garments: [garment('outerwear'), garment('hat', false), garment('bottom')],
      scene: 'studio',
    });
    expect(prompt).toContain('Images 2 to 3 show clothes to wear');
    expect(prompt).toContain('- jacket or coat, worn over the rest (image 2): outerwear');
    expect(prompt).toContain('- hat: hat');
    expect(prompt).toContain('- trousers, skirt or shorts (image 3): bottom');
  });
});
