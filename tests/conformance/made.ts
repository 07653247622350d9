import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, Api } from './api.ts';
import type { Analysis, GeneratedImage, Outfits, TryOnResult, Usage } from './bodies.ts';
import type { Keys } from './keys.ts';
import type { PictureServer } from './picture-server.ts';
import { base64, type Pictures } from './pictures.ts';

/** A successful request, and the usage of its key right before and after it. */
export type Success<Body> = { readonly answer: Answer<Body>; readonly before: Usage; readonly after: Usage };

/** One with an `Idempotency-Key`; `again` repeats it with the same API key, or another. */
export type Repeatable<Body> = Success<Body> & { again(key?: string): Promise<Answer<Body>> };

/** Memoises a promise. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** What requests are made of. */
export type Prepared = {
  readonly api: Api;
  readonly keys: Keys;
  readonly pictures: Pictures;
  readonly served: PictureServer;
  /** URL of a picture of a dressed person that the system can fetch, if there is one. */
  readonly outfitUrl: string | undefined;
};

/** The counted requests that succeed, fewer than the daily limit: all by user A, except one by user B. */
export function makeOnce({ api, keys, pictures, served, outfitUrl }: Prepared) {
  const selfie_base64 = base64(pictures.selfie);

  const success = <Body>(
    path: string,
    json: object,
    key = keys.first,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    once(async (): Promise<Success<Body>> => {
      const before = await api.usage(key);
      const answer = await api.call<Body>('POST', path, { key, json, headers });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return { answer, before, after: await api.usage(key) };
    });
  const repeatable = <Body>(path: string, json: object) =>
    once(async (): Promise<Repeatable<Body>> => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const made = await success<Body>(path, json, keys.first, headers)();
      return { ...made, again: (key = keys.first) => api.call<Body>('POST', path, { key, json, headers }) };
    });
  const tryOnBody = { selfie_base64, clothing_description: 'a red wool sweater', mode: 'model_shot' };
  const tryOn = (more: object, key?: string) => success<TryOnResult>('/try_on_outfit', { ...tryOnBody, ...more }, key);
  const generateBody = { selfie_base64, clothing_description: 'a beige trench coat' };
  const fetchable = () => {
    assert.ok(outfitUrl, 'there is no picture that this system can fetch: set CONFORMANCE_IMAGE_URL, see the README');
    return outfitUrl;
  };
  const analyse = (path: string) => once(() => repeatable<Analysis>(path, { image_url: fetchable() })());
  const style = (more: object) => success<Outfits>('/style_me', { selfie_base64, ...more });

  return {
    temporary: repeatable<TryOnResult>('/try_on_outfit', tryOnBody),
    persistent: tryOn({
      store_image: true,
      mode: 'reference_environment',
      selfie_base64: `data:image/jpeg;base64,${selfie_base64}`,
      unheard_of: { nested: true },
    }),
    /** Would fail if the address were fetched. */
    outfitAndUrl: tryOn({ outfit_base64: base64(pictures.garment), clothing_image_url: UNREACHABLE_URL }),
    withUrl: once(() => tryOn({ clothing_image_url: fetchable() === served.outfit ? served.garment : outfitUrl })()),
    byOther: tryOn({}, keys.other),
    studio: repeatable<GeneratedImage>('/generate_image', { ...generateBody, mode: 'studio' }),
    environment: success<GeneratedImage>('/generate_image', { ...generateBody, mode: 'environment' }),
    analysis: analyse('/analyze_outfit'),
    identification: analyse('/identify_clothing'),
    threeOutfits: style({}),
    oneOutfit: repeatable<Outfits>('/style_me', {
      selfie_base64,
      num_outfits: 1,
      style_preferences: 'minimal, blue',
      occasion: 'wedding',
    }),
    otherOutfit: style({ num_outfits: 1, style_preferences: 'sporty, red', occasion: 'gym' }),
    twoOutfits: style({ num_outfits: 2 }),
  };
}

/** Refused by every resolver (RFC 6761, section 6.4). */
export const UNREACHABLE_URL = 'http://conformance.invalid/picture.jpg';
