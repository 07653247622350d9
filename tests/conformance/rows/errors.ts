import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Json } from '../contract.ts';
import { base64 } from '../pictures.ts';
import { provocation } from '../provoke.ts';
import { assertAnswer, row } from '../row.ts';
import type { System } from '../system.ts';

/** Covered in `beyondReachRows`, in `repeatingRows`, and in the tests of the embedded engine's gate. */
const ELSEWHERE = ['content_refused', 'idempotency_key_reused', 'clothes_not_separable'];
/** A hosted model may accept such pictures and texts. */
const JUDGED =
  /^(no_person|several_people|shoulders_not_visible|pose_not_supported|no_garment_understood|garment_not_\w+|no_outfit)$/;
/** Detected after the request has been admitted. */
const FOUND_LATER =
  /^(incomplete_image|no_person|several_people|shoulders|pose|no_outfit|no_garment|garment_not|forbidden_url|unreachable_url|url_unavailable|image_too_large)/;
const WRONG_TYPE = 'Content-Type must be application/json';

function isFoundLater(code: string, field: string): boolean {
  if (field.endsWith('_url') && /^(not_an_image|bad_image_size)$/.test(code)) return true;
  // What no model dresses is known by the category, before admission.
  return FOUND_LATER.test(code) && !(code === 'garment_not_dressed' && field.startsWith('garments'));
}

/** Provokes every documented error 400 of POST and compares its text; none counts against the limit. */
export function errorRows(system: System): void {
  const { api, keys, good } = system;
  for (const path of Object.keys(good)) {
    describe(`Errors of POST ${path}`, () => {
      let before: Json;
      row('has a key with requests left', async () => {
        before = await api.usage(keys.first);
        assert.ok(before.rate_limit.remaining > 0, 'the day of user A is used up');
      });
      const documented = api.contract.errors('POST', path, 400).filter(({ code }) => !ELSEWHERE.includes(code));
      assert.ok(documented.length > 0, `the document has no errors of ${path}`);
      for (const { name, code, error } of documented) {
        const field = name.slice(code.length + 1);
        row(`400 "${error}"`, async (context) => {
          const max = Number(/(\d+)\D*$/.exec(error)?.[1]);
          const how = provocation(system, path, code, field, max);
          if ('impossible' in how) return context.skip(how.impossible);
          const key = JUDGED.test(code) ? keys.judged : keys.first;
          const { remaining } = (await api.usage(key)).rate_limit;
          const { status, body, headers } = await api.call('POST', path, { ...how.call, key });
          if (JUDGED.test(code) && status === 200) return context.skip('the model of this system accepts it');
          assert.deepEqual({ status, error: body.error, code: body.code }, { status: 400, error, code });
          const left = isFoundLater(code, field) ? String(remaining) : null;
          const message = 'rate-limit headers once admitted, and only then';
          assert.deepEqual(
            [headers.has('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')],
            [left !== null, left],
            message,
          );
        });
      }
      row('none of them counts against the daily limit', async () => {
        assert.deepEqual((await api.usage(keys.first)).rate_limit, before.rate_limit);
      });
    });
  }

  describe('More errors', () => {
    const refused = async (path: string, more: object, error: string) =>
      await assertAnswer(api.post(path, keys.first, { ...good[path], ...more }), 400, error);
    const sendText = (json: string, type: string) =>
      api.call('POST', '/style_me', { key: keys.first, json, headers: { 'Content-Type': type } });
    row('an absent, an empty and a blank required text are all missing', async () => {
      for (const clothing_description of [undefined, '', ' \n\t']) {
        await refused('/try_on_outfit', { clothing_description }, 'clothing_description is required');
        await refused('/generate_image', { clothing_description }, 'clothing_description is required');
      }
      await refused('/try_on_outfit', { selfie_base64: undefined }, 'selfie_base64 is required');
      await refused('/analyze_outfit', { image_url: '' }, 'image_url is required');
    });
    row('when both required fields are missing the selfie is named first', async () => {
      await assertAnswer(api.post('/try_on_outfit', keys.first, {}), 400, 'selfie_base64 is required');
    });
    row('the modes of one endpoint are not those of the other', async () => {
      await refused('/generate_image', { mode: 'model_shot' }, 'mode must be one of: studio, environment');
      await refused('/try_on_outfit', { mode: 'studio' }, 'mode must be one of: reference_environment, model_shot');
    });
    row('num_outfits is an integer between 1 and 4', async () => {
      for (const num_outfits of [0, 5, -1, 1.5, '2', true]) {
        await refused('/style_me', { num_outfits }, 'num_outfits must be an integer between 1 and 4');
      }
    });
    row('null is as absent', async () => {
      const absent = { clothing_image_url: null, garments: null, selfie_asset_id: null, store_image: null };
      await refused('/try_on_outfit', { ...absent, mode: null }, 'mode is required');
      await refused('/style_me', { num_outfits: null, selfie_base64: null }, 'selfie_base64 is required');
    });
    row('the media type is checked before the JSON, the JSON before the fields', async () => {
      await assertAnswer(sendText('{', 'text/plain'), 400, WRONG_TYPE);
      await assertAnswer(api.call('POST', '/style_me', { key: keys.first }), 400, WRONG_TYPE);
      await assertAnswer(sendText('{"num_outfits":9', 'application/json'), 400, 'Request body must be valid JSON');
    });
    row('a charset may be named, if it is UTF-8', async () => {
      await assertAnswer(sendText('{}', 'application/json; charset=utf-8'), 400, 'selfie_base64 is required');
      await assertAnswer(sendText('{}', 'application/json; charset=latin1'), 400, WRONG_TYPE);
    });
    row('an address that is neither http nor https is refused', async () => {
      const others = ['javascript:alert(1)', 'file:///etc/passwd', 'example.com/a.jpg', 'data:image/png;base64,AAAA'];
      for (const image_url of others) {
        await refused('/analyze_outfit', { image_url }, 'image_url must be an http or https URL');
      }
    });
    row('a BMP is not accepted', async () => {
      const error = 'selfie_base64 must be a JPEG, PNG, WebP, HEIC, AVIF or GIF image';
      await refused('/style_me', { selfie_base64: base64(Buffer.from(`BM${'\0'.repeat(52)}`)) }, error);
    });
  });
}

/** Rules that no client can test within minutes, and where they are tested instead. */
const BEYOND_REACH = {
  '400 "The image was refused by the content filter"':
    'only hosted models have such a filter, and it cannot be triggered reliably',
  '500, 503 and 504 do not count against the daily limit':
    'a client cannot cause an outage; see services/gateway/*.int.test.ts',
  'a 5xx response and 24 hours each release an Idempotency-Key': 'see services/gateway/requests/replay.int.test.ts',
  'a temporary image is gone 24 hours after it was made': 'see services/images/images.int.test.ts',
  'the daily limit is reset at midnight UTC': 'see services/gateway/*.int.test.ts, which set the clock',
};

/** Reported as not run, so that they do not count as passed. */
export function beyondReachRows(): void {
  for (const [rule, why] of Object.entries(BEYOND_REACH)) row(rule, (context) => context.skip(why));
}
