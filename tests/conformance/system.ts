import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Api, createApi } from './api.ts';
import { createContract } from './contract.ts';
import type { Keys } from './keys.ts';
import { base64, makePictures, type PictureServer, servePictures } from './pictures.ts';

const SUCCESSES = 13;

/** Refused by every resolver (RFC 6761, section 6.4). */
export const UNREACHABLE_URL = 'http://conformance.invalid/picture.jpg';

export type System = Prepared & { readonly made: ReturnType<typeof makeOnce> };
/** `before` and `after`: usage of its key. */
export type Make = ReturnType<typeof makeOnce>['temporary'];
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Prepares a run. @param url without a slash at its end @throws Error when user A has too little left of the day */
export async function openSystem(...given: Parameters<typeof prepare>): Promise<System> {
  const prepared = await prepare(...given);
  return { ...prepared, made: makeOnce(prepared) };
}

async function prepare(url: string, document: object, keys: Keys, imageUrl: string | undefined) {
  const api = createApi(url, createContract(document));
  const { remaining = 0 } = (await api.usage(keys.first)).rate_limit ?? {};
  if (remaining < SUCCESSES) throw new Error(`user A has ${remaining} requests left today; a run takes ${SUCCESSES}`);
  const pictures = await makePictures();
  const served = await servePictures(pictures);
  const selfie_base64 = base64(pictures.selfie);
  const tryOn = { selfie_base64, clothing_description: 'a red wool sweater', mode: 'model_shot' };
  const fetching = await fetchingOf(api, keys.first, served);
  const own = async () => (fetching === 'this machine' ? served.outfit : ownPicture(api, keys.other, tryOn));
  /** A dressed person, if the system can fetch one. */
  const outfitUrl = imageUrl ?? (await own());
  const image_url = outfitUrl ?? UNREACHABLE_URL;
  const good: Readonly<Record<string, Record<string, unknown>>> = {
    '/try_on_outfit': tryOn,
    '/generate_image': { ...tryOn, mode: 'studio' },
    '/style_me': { selfie_base64, num_outfits: 1 },
    '/analyze_outfit': { image_url },
    '/identify_clothing': { image_url },
  };
  return { api, keys, pictures, served, fetching, outfitUrl, good };
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Each made at most once for all rows, fewer than the daily limit: by user A, except one by user B. */
function makeOnce({ api, keys, pictures, served, outfitUrl, good }: Prepared) {
  const make = (path: string, more: () => object = () => ({}), { key = keys.first, headers = {} } = {}) =>
    once(async () => {
      const json = { ...good[path], ...more() };
      /** Repeats it with its `Idempotency-Key`, if it has one, and the same API key, or another. */
      const again = (as = key) => api.call('POST', path, { key: as, json, headers });
      const before = await api.usage(key);
      const answer = await again();
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const id = String(answer.headers.get('x-request-id'));
      return { id, answer, body: answer.body, before, after: await api.usage(key), again };
    });
  const repeatable = (path: string, more?: () => object) =>
    make(path, more, { headers: { 'Idempotency-Key': randomUUID() } });
  const fetchable = () => {
    assert.ok(outfitUrl, 'there is no picture that this system can fetch: set CONFORMANCE_IMAGE_URL, see the README');
    return outfitUrl;
  };
  const inCoat = { clothing_description: 'a beige trench coat' };
  return {
    temporary: repeatable('/try_on_outfit'),
    persistent: make('/try_on_outfit', () => ({
      store_image: true,
      mode: 'reference_environment',
      selfie_base64: `data:image/jpeg;base64,${base64(pictures.selfie)}`,
      unheard_of: { nested: true },
    })),
    /** Would fail if the address were fetched. */
    outfitAndUrl: make('/try_on_outfit', () => ({
      outfit_base64: base64(pictures.garment),
      clothing_image_url: UNREACHABLE_URL,
    })),
    withUrl: make('/try_on_outfit', () => ({
      clothing_image_url: fetchable() === served.outfit ? served.garment : outfitUrl,
    })),
    byOther: make('/try_on_outfit', undefined, { key: keys.other }),
    studio: repeatable('/generate_image', () => inCoat),
    environment: make('/generate_image', () => ({ ...inCoat, mode: 'environment' })),
    analysis: repeatable('/analyze_outfit', () => ({ image_url: fetchable() })),
    identification: repeatable('/identify_clothing', () => ({ image_url: fetchable() })),
    threeOutfits: make('/style_me', () => ({ num_outfits: undefined })),
    oneOutfit: repeatable('/style_me', () => ({ style_preferences: 'minimal, blue', occasion: 'wedding' })),
    otherOutfit: make('/style_me', () => ({ style_preferences: 'sporty, red', occasion: 'gym' })),
    twoOutfits: make('/style_me', () => ({ num_outfits: 2 })),
  };
}

/** A success of each counted endpoint. */
export const repeatables = ({ temporary, studio, analysis, identification, oneOutfit }: System['made']) => ({
  '/try_on_outfit': temporary,
  '/generate_image': studio,
  '/analyze_outfit': analysis,
  '/identify_clothing': identification,
  '/style_me': oneOutfit,
});

/** The document that a running system serves. @throws Error when nothing answers at `url` */
export async function fetchDocument(url: string): Promise<object> {
  const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(10_000) }).catch((cause) => {
    throw new Error(`nothing answers at ${url}`, { cause });
  });
  if (!response.ok) throw new Error(`${url}/openapi.json answers ${response.status}`);
  return (await response.json()) as object;
}

/** Whether it also fetches from here (`ALLOW_PRIVATE_URLS=1`); a text is refused and costs nothing. */
async function fetchingOf(api: Api, key: string, { text }: PictureServer) {
  const { body } = await api.post('/analyze_outfit', key, { image_url: text });
  if (body.code === 'not_an_image') return 'this machine';
  return body.code === 'forbidden_url' ? 'public only' : 'elsewhere';
}

/** Undefined unless it fetches from its own store. */
async function ownPicture(api: Api, key: string, tryOn: object): Promise<string | undefined> {
  const { image_url } = (await api.post('/try_on_outfit', key, tryOn)).body;
  if (image_url === undefined) return undefined;
  const { status } = await api.post('/analyze_outfit', key, { image_url });
  return status === 200 ? image_url : undefined;
}
