import { Api } from './api.ts';
import { Contract } from './contract.ts';
import type { Keys } from './keys.ts';
import { makeOnce, type Prepared } from './made.ts';
import { type PictureServer, servePictures } from './picture-server.ts';
import { base64, makePictures, type Pictures } from './pictures.ts';

/** Counted requests of user A that succeed in a whole run. */
const SUCCESSES = 13;

/**
 * Where a system fetches pictures from: the public internet only; also this machine (`ALLOW_PRIVATE_URLS=1`, for tests);
 * or private addresses, without being able to reach this machine.
 */
export type Fetching = 'public only' | 'this machine' | 'elsewhere';

/** The system under test. */
export type System = Prepared & {
  readonly fetching: Fetching;
  /** Successful requests that several rows share, each made at most once. */
  readonly made: ReturnType<typeof makeOnce>;
  close(): void;
};

/**
 * Prepares a run: pictures, keys, and where the system fetches pictures from.
 * @param url without a slash at its end
 * @param imageUrl of a picture of a dressed person on the public internet
 * @param document that it serves
 * @throws Error when user A has too little left of the day
 */
export async function openSystem(
  url: string,
  document: object,
  keys: Keys,
  imageUrl: string | undefined,
): Promise<System> {
  const api = new Api(url, new Contract(document));
  const { remaining = 0 } = (await api.usage(keys.first)).rate_limit ?? {};
  if (remaining < SUCCESSES) throw new Error(`user A has ${remaining} requests left today; a run takes ${SUCCESSES}`);
  const pictures = await makePictures();
  const served = await servePictures(pictures);
  const fetching = await fetchingOf(api, keys.first, served);
  const outfitUrl = imageUrl ?? (fetching === 'this machine' ? served.outfit : await ownPicture(api, keys, pictures));
  const prepared = { api, keys, pictures, served, outfitUrl };
  return { ...prepared, fetching, made: makeOnce(prepared), close: () => served.close() };
}

/** The document that a running system serves. @throws Error when nothing answers at `url` */
export async function fetchDocument(url: string): Promise<object> {
  const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(10_000) }).catch((cause) => {
    throw new Error(`nothing answers at ${url}`, { cause });
  });
  if (!response.ok) throw new Error(`${url}/openapi.json answers ${response.status}`);
  return (await response.json()) as object;
}

/** A system that can fetch the text refuses it as no image; that does not count against the daily limit. */
async function fetchingOf(api: Api, key: string, { text }: PictureServer): Promise<Fetching> {
  const { body } = await api.post('/analyze_outfit', key, { image_url: text });
  if (body.code === 'not_an_image') return 'this machine';
  return body.code === 'forbidden_url' ? 'public only' : 'elsewhere';
}

/** URL of a picture that the system has made, if it fetches from its own store. */
async function ownPicture(api: Api, keys: Keys, pictures: Pictures): Promise<string | undefined> {
  const selfie_base64 = base64(pictures.selfie);
  const body = { selfie_base64, clothing_description: 'a red wool sweater', mode: 'model_shot' };
  const { image_url } = (await api.post<{ image_url?: string }>('/try_on_outfit', keys.other, body)).body;
  if (image_url === undefined) return undefined;
  const { status } = await api.post('/analyze_outfit', keys.other, { image_url });
  return status === 200 ? image_url : undefined;
}
