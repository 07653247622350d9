import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { photo } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnStack } from './own-stack.fixture.ts';

// An order of two garments with pictures, at each vendor's stand-in, from a system that is set up as an operator would.

let fakes: FakeModels;
let selfie: string;
let garment: string;

beforeAll(async () => {
  fakes = await startFakeModels();
  selfie = (await photo('grace-hopper.jpg')).toString('base64');
  garment = (await photo('astronaut.png')).toString('base64');
});
afterAll(() => fakes.stop());

/** Its variables, the model that it names, and how many pictures it makes of the order. */
const vendors: Readonly<
  Record<string, () => { variables: Record<string, string>; model: RegExp; asked: () => number; passes: number }>
> = {
  replicate: () => ({
    variables: fakes.variables,
    model: /^google\/nano-banana-2:hidden$/,
    asked: () => fakes.replicate.counts.creates,
    passes: 1,
  }),
  'openai-images': () => ({
    variables: fakes.openAi.variables(),
    model: /^black-forest-labs\/FLUX.2-klein-4B$/,
    asked: () => fakes.openAi.counts.edits,
    passes: 1,
  }),
  google: () => ({
    variables: fakes.variables,
    model: /^gemini-3.1-flash-image-preview$/,
    asked: () => fakes.google.counts.requests,
    passes: 1,
  }),
  fashn: () => ({
    variables: fakes.variables,
    model: /^tryon-v1.6$/,
    asked: () => fakes.fashn.counts.runs,
    passes: 2,
  }),
  comfyui: () => ({
    variables: fakes.comfyuiVariables,
    model: /^comfyui\/example-workflow:/,
    asked: () => fakes.comfyui.prompts.length,
    passes: 1,
  }),
};

describe.each(Object.keys(vendors))('given STYLING_PROVIDER=%s', (name) => {
  it('then an order of two garments is made, recorded and told', async () => {
    const { variables, model, asked, passes } = (vendors[name] as (typeof vendors)[string])();
    // Some make try-ons only; the embedded engine advises and analyses beside them.
    const stack = await startOwnStack({ ...variables, STYLING_PROVIDER: `${name},ondevice` });
    try {
      const call = async (path: string, body?: object) => {
        const response = await fetch(stack.apiUrl + path, {
          headers: { 'x-api-key': stack.demoKey, 'content-type': 'application/json' },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      const garments = [
        { category: 'top', description: 'a striped shirt', image_base64: garment },
        { category: 'bottom', image_base64: garment },
      ];
      const made = await call('/try_on_outfit', { selfie_base64: selfie, garments, mode: 'model_shot' });
      expect(made).toMatchObject({ status: 200, body: { mime_type: 'image/jpeg' } });
      expect(asked()).toBe(passes);
      const { image_id } = made.body;
      const record = await call(`/images/${image_id}`);
      expect(record.body).toMatchObject({ image_id, provider: name, model: expect.stringMatching(model) });
      const { body: feed } = await call('/events');
      const types = (feed.events as { type: string }[]).map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(['image.created', 'job.succeeded']));
    } finally {
      await stack.stop();
    }
  });
});
