import type { Call } from './api.ts';
import { base64 } from './pictures.ts';
import { type System, UNREACHABLE_URL } from './system.ts';

/** `impossible`: why this system cannot be made to return the error. */
export type Provocation = { readonly call: Omit<Call, 'key'> } | { readonly impossible: string };

/** Keyed by the code of the error that they provoke. */
type Values = Readonly<Record<string, unknown>>;

const MB = 1024 * 1024;
const WHY_OUT_OF_REACH = {
  'this machine':
    'this system does not fetch from this machine (as it does with ALLOW_PRIVATE_URLS=1), and no such picture is on the web',
  'public only': 'private addresses are allowed on this system (ALLOW_PRIVATE_URLS), a setting for tests',
};

/** How to provoke an error of a POST endpoint whose text names `field` and `max`. @throws Error for an unknown error */
export function provocation(system: System, path: string, code: string, field: string, max: number): Provocation {
  const good = system.good[path] ?? {};
  const whole = wholeBody[code];
  if (whole) return { call: whole(good) };
  if (code === 'pictures_too_large') return { impossible: 'it takes 40 MB of assets; covered by tests of the gateway' };
  const { values, without = [], reach, name = field } = faulty(system, code, field, max);
  if (!(code in values)) throw new Error(`the suite has no way to provoke ${code} of ${field}`);
  if (reach && reach !== system.fetching) return { impossible: WHY_OUT_OF_REACH[reach] };
  const others = code === 'only_one_of' ? [] : without.map((other) => [other, undefined]);
  // A description that names a garment is enough without those of a reference.
  const isReference = field === 'clothing_image_url' && code === 'no_outfit';
  const description = isReference && { clothing_description: 'this' };
  return { call: { json: { ...good, ...Object.fromEntries(others), ...description, [name]: values[code] } } };
}

/** `without`: fields it is sent in place of; `reach`: what the system must fetch. */
type Faulty = { values: Values; without?: string[]; reach?: keyof typeof WHY_OUT_OF_REACH; name?: string };

function faulty(system: System, code: string, field: string, max: number): Faulty {
  if (field === 'selfie_asset_id' || field === 'selfie_image_id')
    return { values: namedSelfie, without: ['selfie_base64'] };
  if (field.startsWith('garments'))
    return { values: garmentLists, without: ['clothing_description'], name: 'garments' };
  // An outfit is sent in place of its address.
  if (field.endsWith('_base64'))
    return { values: pictureValues(system), without: field === 'image_base64' ? ['image_url'] : [] };
  const texts = textValues(field, code, max);
  if (code in texts) return { values: texts };
  if (code === 'forbidden_url') return { values: { [code]: system.served.outfit }, reach: 'public only' };
  return { values: servedValues(system, field), reach: 'this machine' };
}

/** One of them is 20 MB: made on demand. */
const wholeBody: Readonly<Record<string, (good: object) => Call>> = {
  wrong_media_type: (good) => ({ json: JSON.stringify(good), headers: { 'Content-Type': 'text/plain' } }),
  encoded_body: (good) => ({ json: JSON.stringify(good), headers: { 'Content-Encoding': 'gzip' } }),
  body_too_large: (good) => ({ json: { ...good, filler: 'x'.repeat(20 * MB) } }),
  fields_too_large: (good) => ({ json: { ...good, filler: 'x'.repeat(1.1 * MB) } }),
  body_too_complex: (good) => ({ json: { ...good, filler: Array(1_100).fill(1) } }),
  invalid_json: (good) => ({ json: JSON.stringify(good).slice(0, -1) }),
  not_an_object: () => ({ json: '[1]' }),
  invalid_preference: (good) => ({ json: good, headers: { Prefer: 'respond-async, wait=abc' } }),
  invalid_deadline: (good) => ({ json: good, headers: { Prefer: 'respond-async', 'Cancel-After': '4s' } }),
  invalid_idempotency_key: (good) => ({ json: good, headers: { 'Idempotency-Key': 'two words' } }),
};

const namedSelfie: Values = { not_a_string: 7, asset_not_found: 'unknown', only_one_of: 'unknown' };

const garmentLists: Values = {
  not_garments: [],
  not_a_garment: [{}],
  only_one_of: [{ description: 'a red coat' }],
  asset_not_found: [{ asset_id: 'unknown' }],
  no_garment_understood: [{ description: 'hmm' }],
  garment_not_dressed: [{ description: 'red shoes', category: 'shoes' }],
};

const pictureValues = ({ pictures }: System): Values => ({
  required: '',
  not_a_string: 7,
  invalid_base64: 'no base64!',
  not_an_image: base64(Buffer.from('no picture')),
  incomplete_image: base64(pictures.cutOff),
  bad_image_size: base64(pictures.tiny),
  no_person: base64(pictures.blank),
  several_people: base64(pictures.twoPeople),
  shoulders_not_visible: base64(pictures.face),
  pose_not_supported: base64(pictures.lying),
});

const textValues = (field: string, code: string, max: number): Values => ({
  required: undefined,
  not_a_string: 7,
  not_a_boolean: 'true',
  not_one_of: 'no such mode',
  not_an_integer_between: max + 1,
  too_long: `${field.endsWith('_url') ? 'https://example.com/' : ''}${'x'.repeat(code === 'too_long' ? max : 0)}y`,
  invalid_url: 'ftp://example.com/picture.jpg',
  unreachable_url: UNREACHABLE_URL,
  no_garment_understood: 'hmm',
  garment_not_understood: 'a red flurb',
  garment_not_dressed: 'a swimsuit',
  garment_not_visible: 'blue jeans',
});

const servedValues = ({ served }: System, field: string): Values => ({
  url_unavailable: served.unavailable,
  not_an_image: served.text,
  incomplete_image: served.cutOff,
  bad_image_size: served.tiny,
  image_too_large: served.large,
  // A plain ground as a reference is a colour to wear.
  no_outfit: field === 'clothing_image_url' ? served.face : served.blank,
});
