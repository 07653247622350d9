import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, Api } from './api.ts';
import type { Keys } from './keys.ts';
import type { PictureServer } from './picture-server.ts';
import { base64, type Pictures } from './pictures.ts';

/** Response bodies, as far as the rows read them; the rest is checked against the document. */
export type TryOnResult = { readonly image_url: string; readonly image_id: string; readonly mime_type: string };
export type GeneratedImage = { readonly image_base64: string; readonly mime_type: string };
export type Analysis = { readonly items: readonly Readonly<Record<string, unknown>>[] };
export type Outfits = {
  readonly outfits: readonly (GeneratedImage & { readonly description: string; readonly items: string[] })[];
};
export type ImageRecord = TryOnResult & {
  readonly category: string;
  readonly endpoint: string;
  readonly created_at: string;
  readonly persistent: boolean;
};
export type Images = { readonly images: readonly ImageRecord[]; readonly next_cursor?: string };
export type UsageRecord = {
  readonly endpoint: string;
  readonly timestamp: string;
  readonly latency_ms: number;
  readonly status: number;
};
export type Usage = {
  readonly total_requests: number;
  readonly requests_by_endpoint: Readonly<Record<string, number>>;
  readonly requests_today: number;
  readonly recent_requests: readonly UsageRecord[];
  readonly rate_limit: { readonly daily_limit: number; readonly used_today: number; readonly remaining: number };
};

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

/** The shared requests: all by user A, except one by user B. */
export type Made = ReturnType<typeof makeOnce>;

/** The counted requests that succeed, fewer than the daily limit. */
export function makeOnce(options: {
  api: Api;
  keys: Keys;
  pictures: Pictures;
  served: PictureServer;
  outfitUrl: string | undefined;
}) {
  const { api, keys, pictures, served, outfitUrl } = options;
  const selfie_base64 = base64(pictures.selfie);

  const success = <Body>(
    path: string,
    json: object,
    key = keys.first,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    once(async (): Promise<Success<Body>> => {
      const { body: before } = await api.get<Usage>('/usage', key);
      const answer = await api.call<Body>('POST', path, { key, json, headers });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const { body: after } = await api.get<Usage>('/usage', key);
      return { answer, before, after };
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
  const analyse = (path: string) =>
    once(async () => {
      assert.ok(outfitUrl, 'there is no picture that this system can fetch: set CONFORMANCE_IMAGE_URL, see the README');
      return repeatable<Analysis>(path, { image_url: outfitUrl })();
    });
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
    withUrl: once(async () => {
      assert.ok(outfitUrl, 'there is no picture that this system can fetch: set CONFORMANCE_IMAGE_URL, see the README');
      return tryOn({ clothing_image_url: outfitUrl === served.outfit ? served.garment : outfitUrl })();
    }),
    byOther: tryOn({}, keys.other),
    studio: repeatable<GeneratedImage>('/generate_image', { ...generateBody, mode: 'studio' }),
    environment: success<GeneratedImage>('/generate_image', { ...generateBody, mode: 'environment' }),
    analysis: analyse('/analyze_outfit'),
    identification: analyse('/identify_clothing'),
    threeOutfits: style({}),
    oneOutfit: repeatable<Outfits>('/style_me', {
      selfie_base64,
      ...{ num_outfits: 1, style_preferences: 'minimal, blue', occasion: 'wedding' },
    }),
    otherOutfit: style({ num_outfits: 1, style_preferences: 'sporty, red', occasion: 'gym' }),
    twoOutfits: style({ num_outfits: 2 }),
  };
}

/** Refused by every resolver (RFC 6761, section 6.4). */
export const UNREACHABLE_URL = 'http://conformance.invalid/picture.jpg';
