import { publicMessage } from '@styling/contracts';
import { firstFieldError, InvalidBase64 } from '@styling/http';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { atAddress } from './analyze-outfit.ts';
import { specified } from './body-of.fixture.ts';
import { wishes } from './style-me.ts';
import { described } from './try-on-outfit.ts';

const styleMeBody = specified(wishes);
const tryOnOutfitBody = specified(described);

const messageFor = (schema: z.ZodObject, body: object): string | undefined => {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return undefined;
  const { code, parameters } = firstFieldError(parsed.error, schema);
  return publicMessage(code, parameters);
};
const image = new Uint8Array(1);
const tryOn = { selfie_base64: image, clothing_description: 'x', mode: 'model_shot' };

describe('the first fault of a body', () => {
  it.each([
    [{}, 'selfie_base64 is required'],
    [{ ...tryOn, selfie_base64: '' }, 'selfie_base64 is required'],
    [{ ...tryOn, selfie_base64: null }, 'selfie_base64 must be a string'],
    [{ ...tryOn, selfie_base64: new InvalidBase64('it is not') }, 'selfie_base64 must be valid base64'],
    [{ selfie_base64: image }, 'clothing_description is required'],
    [{ ...tryOn, clothing_description: '\t ' }, 'clothing_description is required'],
    [{ ...tryOn, clothing_description: {} }, 'clothing_description must be a string'],
    [{ ...tryOn, clothing_description: 'x'.repeat(2001) }, 'clothing_description must be at most 2000 characters'],
    [{ ...tryOn, mode: 7 }, 'mode must be a string'],
    [{ ...tryOn, mode: 'MODEL_SHOT' }, 'mode must be one of: reference_environment, model_shot'],
    [{ ...tryOn, outfit_base64: '' }, 'outfit_base64 must be valid base64'],
    [{ ...tryOn, outfit_base64: 1 }, 'outfit_base64 must be a string'],
    [{ ...tryOn, store_image: 'true' }, 'store_image must be a boolean'],
    [{ ...tryOn, store_image: null }, 'store_image must be a boolean'],
    [{ ...tryOn, clothing_image_url: '' }, 'clothing_image_url must be an http or https URL'],
    [{ ...tryOn, clothing_image_url: 'javascript:alert(1)' }, 'clothing_image_url must be an http or https URL'],
    [{ ...tryOn, clothing_image_url: false }, 'clothing_image_url must be a string'],
    [tryOn, undefined],
    [{ ...tryOn, unknown: 1, store_image: true }, undefined],
  ])('%# of a try-on is worded as documented', (body, message) => {
    expect(messageFor(tryOnOutfitBody, body)).toBe(message);
  });

  it('says in details why an address is refused', () => {
    const body = { ...tryOn, clothing_image_url: 'data:image/png;base64,QUJD' };
    const { error } = tryOnOutfitBody.safeParse(body, { reportInput: true });
    expect(error && firstFieldError(error, tryOnOutfitBody).parameters).toEqual({
      field: 'clothing_image_url',
      details: 'its scheme is data:, not http: or https:',
    });
  });

  it.each([0, 5, 1.5, '2', null, Number.NaN])('names the range when num_outfits is %s', (num_outfits) => {
    const message = messageFor(styleMeBody, { selfie_base64: image, num_outfits });
    expect(message).toBe('num_outfits must be an integer between 1 and 4');
  });

  it('takes a style request with nothing but a selfie', () => {
    expect(styleMeBody.parse({ selfie_base64: image })).toMatchObject({ num_outfits: 3 });
  });

  it('asks for image_url', () => {
    expect(messageFor(atAddress, {})).toBe('image_url is required');
  });
});
