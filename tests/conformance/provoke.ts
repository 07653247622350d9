import type { Call } from './api.ts';
import { UNREACHABLE_URL } from './made.ts';
import { base64 } from './pictures.ts';
import type { System } from './system.ts';

/** A request that provokes an error, or why this system cannot be made to return it. */
export type Provocation = { readonly call: Omit<Call, 'key'> } | { readonly impossible: string };

const MB = 1024 * 1024;
const NEEDS_LOCAL =
  'this system does not fetch from this machine (as it does with ALLOW_PRIVATE_URLS=1), and no such picture is on the web';

/** A valid request of each endpoint. */
export const goodRequests = ({ pictures, outfitUrl }: System): Readonly<Record<string, Record<string, unknown>>> => {
  const selfie_base64 = base64(pictures.selfie);
  const analysis = { image_url: outfitUrl ?? UNREACHABLE_URL };
  return {
    '/try_on_outfit': { selfie_base64, clothing_description: 'a red wool sweater', mode: 'model_shot' },
    '/generate_image': { selfie_base64, clothing_description: 'a red wool sweater', mode: 'studio' },
    '/style_me': { selfie_base64, num_outfits: 1 },
    '/analyze_outfit': analysis,
    '/identify_clothing': analysis,
  };
};

/**
 * How to provoke an error of a POST endpoint by a request that is otherwise valid.
 * @param code of the error
 * @param field that its text names, or `''`
 * @param max that its text names, if any
 * @throws Error for an error that the suite has no request for
 */
export function provocation(system: System, path: string, code: string, field: string, max: number): Provocation {
  const good = goodRequests(system)[path] ?? {};
  const whole = wholeBody[code];
  if (whole) return { call: whole(good) };
  const own = ownPicture(good, code, field) ?? garmentList(good, code, field);
  if (own) return own;
  const value = field.endsWith('_base64') ? pictureValue(system, code) : textValue(system, code, field, max);
  if (value === undefined) throw new Error(`the suite has no way to provoke ${code} of ${field}`);
  // A description that names a garment is enough without those of a reference.
  const text = field === 'clothing_image_url' && code === 'no_outfit' ? { clothing_description: 'this' } : {};
  // An outfit is sent in place of its address.
  const others = field === 'image_base64' ? { image_url: undefined } : text;
  return 'impossible' in value ? value : { call: { json: { ...good, ...others, [field]: value.sent } } };
}

/** Each made when it is asked for: one of them is 20 MB. */
const wholeBody: Readonly<Record<string, (good: object) => Call>> = {
  wrong_media_type: (good) => ({ json: JSON.stringify(good), headers: { 'Content-Type': 'text/plain' } }),
  encoded_body: (good) => ({ json: JSON.stringify(good), headers: { 'Content-Encoding': 'gzip' } }),
  body_too_large: (good) => ({ json: JSON.stringify({ ...good, filler: 'x'.repeat(20 * MB) }) }),
  fields_too_large: (good) => ({ json: JSON.stringify({ ...good, filler: 'x'.repeat(1.1 * MB) }) }),
  body_too_complex: (good) => ({ json: JSON.stringify({ ...good, filler: Array(1_100).fill(1) }) }),
  invalid_json: (good) => ({ json: JSON.stringify(good).slice(0, -1) }),
  not_an_object: () => ({ json: '[1]' }),
  invalid_preference: (good) => ({ json: good, headers: { Prefer: 'respond-async, wait=abc' } }),
  invalid_deadline: (good) => ({ json: good, headers: { Prefer: 'respond-async', 'Cancel-After': '4s' } }),
  invalid_idempotency_key: (good) => ({ json: good, headers: { 'Idempotency-Key': 'two words' } }),
};

/** Errors of a selfie that is named instead of sent. */
function ownPicture(good: object, code: string, field: string): Provocation | undefined {
  if (field !== 'selfie_asset_id' && field !== 'selfie_image_id') return undefined;
  const values: Record<string, unknown> = { not_a_string: 7, asset_not_found: 'unknown', only_one_of: 'unknown' };
  const selfie = code === 'only_one_of' ? {} : { selfie_base64: undefined };
  return code in values ? { call: { json: { ...good, ...selfie, [field]: values[code] } } } : undefined;
}

/** Errors of `garments`. */
function garmentList(good: object, code: string, field: string): Provocation | undefined {
  if (code === 'pictures_too_large') return { impossible: 'it takes 40 MB of assets; covered by tests of the gateway' };
  if (!field.startsWith('garments')) return undefined;
  const values: Record<string, unknown> = {
    not_garments: [],
    not_a_garment: [{}],
    only_one_of: [{ description: 'a red coat' }],
    asset_not_found: [{ asset_id: 'unknown' }],
    no_garment_understood: [{ description: 'hmm' }],
    garment_not_dressed: [{ description: 'red shoes', category: 'shoes' }],
  };
  const text = code === 'only_one_of' ? {} : { clothing_description: undefined };
  return code in values ? { call: { json: { ...good, ...text, garments: values[code] } } } : undefined;
}

type Value = { readonly sent: unknown } | { readonly impossible: string };

function pictureValue({ pictures }: System, code: string): Value | undefined {
  const values: Record<string, unknown> = {
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
  };
  return code in values ? { sent: values[code] } : undefined;
}

function textValue({ served, fetching }: System, code: string, field: string, max: number): Value | undefined {
  const values: Record<string, unknown> = {
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
  };
  if (code in values) return { sent: values[code] };
  if (code === 'forbidden_url') {
    const impossible = 'private addresses are allowed on this system (ALLOW_PRIVATE_URLS), a setting for tests';
    return fetching === 'public only' ? { sent: served.outfit } : { impossible };
  }
  const addresses: Record<string, string> = {
    url_unavailable: served.unavailable,
    not_an_image: served.text,
    incomplete_image: served.cutOff,
    bad_image_size: served.tiny,
    image_too_large: served.large,
    // As a reference, a plain ground is a colour to wear.
    no_outfit: field === 'clothing_image_url' ? served.face : served.blank,
  };
  if (!(code in addresses)) return undefined;
  return fetching === 'this machine' ? { sent: addresses[code] } : { impossible: NEEDS_LOCAL };
}
