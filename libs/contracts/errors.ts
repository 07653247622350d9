import { imageFormatNames, limits } from './limits.ts';

const { imageSide, imageMegapixels, assets, assetsMegabytes, picturesMegabytes, garments } = limits;

const invalid = (message: string) => ({ status: 400, message }) as const;

/** Code → status and text (spec, "Errors"), with placeholders for {@link publicMessage}. */
export const errorCatalogue = {
  missing_api_key: { status: 401, message: 'Missing X-API-Key header' },
  signed_out: { status: 401, message: 'You are not signed in, or no longer' },
  invalid_token: { status: 401, message: 'This link is wrong, was used already, or has expired' },
  invalid_passkey: { status: 401, message: 'The passkey was not accepted' },
  invalid_api_key: { status: 403, message: 'Invalid API key' },
  key_cannot_manage: { status: 403, message: 'This key may not manage keys' },
  session_cannot_manage: { status: 403, message: 'A session that was begun with an API key may not do this' },
  cross_site: { status: 403, message: 'With a session only requests from the portal itself are accepted' },
  not_found: { status: 404, message: 'Not found' },
  image_not_found: { status: 404, message: 'Image not found' },
  job_not_found: { status: 404, message: 'Job not found' },
  event_not_found: { status: 404, message: 'Event not found' },
  response_expired: { status: 404, message: 'The response of this job is no longer kept' },
  key_not_found: { status: 404, message: 'Key not found' },
  session_not_found: { status: 404, message: 'Session not found' },
  passkey_not_found: { status: 404, message: 'Passkey not found' },
  webhook_not_found: { status: 404, message: 'Webhook not found' },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  no_such_asset: { status: 404, message: 'Asset not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  required: invalid('{field} is required'),
  not_a_string: invalid('{field} must be a string'),
  not_a_boolean: invalid('{field} must be a boolean'),
  not_an_integer_between: invalid('{field} must be an integer between {min} and {max}'),
  not_one_of: invalid('{field} must be one of: {options}'),
  only_one_of: invalid('{field} and {other} cannot be used together'),
  too_many_keys: invalid(`You can have ${limits.activeKeys} keys: revoke some first`),
  too_many_passkeys: invalid(`You can have ${limits.passkeys} passkeys: delete one first`),
  passkey_not_registered: invalid('The passkey could not be registered: try again'),
  asset_not_found: invalid('{field} must be the id of an asset or image of yours that still exists'),
  not_garments: invalid(`{field} must be a list of 1 to ${garments} garments`),
  not_a_garment: invalid('{field} must have a description, or one of image_base64, image_url and asset_id, or both'),
  too_many_assets: invalid(`You can keep ${assets} assets and ${assetsMegabytes} MB of them: delete some first`),
  too_many_webhooks: invalid(`You can have ${limits.webhooks} webhooks: delete one first`),
  webhook_disabled: { status: 409, message: 'The webhook is disabled: enable it first' },
  not_event_types: invalid('{field} must be a list of event types'),
  not_https: invalid('{field} must be an https URL'),
  not_a_time: invalid('{field} must be a time in ISO 8601, for example 2026-01-02T03:04:05Z'),
  too_long: invalid('{field} must be at most {max} characters'),
  invalid_cursor: invalid('{field} must be a cursor returned by this endpoint'),
  invalid_base64: invalid('{field} must be valid base64'),
  not_an_image: invalid(`{field} must be a ${imageFormatNames} image`),
  incomplete_image: invalid('{field} is an incomplete image'),
  bad_image_size: invalid(`{field} must be between ${imageSide}x${imageSide} and ${imageMegapixels} megapixels`),
  image_too_large: invalid('{field} must point to an image of at most {max} MB'),
  invalid_url: invalid('{field} must be an http or https URL'),
  forbidden_url: invalid('{field} must be a public address'),
  unreachable_url: invalid('{field} could not be fetched'),
  url_unavailable: invalid('{field} could not be fetched now, but may be later'),
  malformed_request: invalid('Malformed HTTP request'),
  encoded_body: invalid('Request body must be sent without Content-Encoding'),
  invalid_json: invalid('Request body must be valid JSON'),
  not_an_object: invalid('Request body must be a JSON object'),
  wrong_media_type: invalid('Content-Type must be application/json'),
  not_an_upload: invalid('Content-Type must be an image type or multipart/form-data'),
  invalid_multipart: invalid('Request body must be valid multipart/form-data'),
  pictures_too_large: invalid(`The images of a request must have at most ${picturesMegabytes} MB together`),
  body_too_large: invalid(`Request body must be at most ${limits.bodyMegabytes} MB`),
  fields_too_large: invalid('Request body must be at most {max} besides its images'),
  body_too_complex: invalid(
    `Request body must have at most ${limits.bodyValues} members and elements, nested at most ${limits.bodyNesting} deep`,
  ),
  invalid_idempotency_key: invalid(
    `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} visible ASCII characters`,
  ),
  invalid_preference: invalid('wait in Prefer must be an integer between 0 and {max}, in seconds'),
  idempotency_key_reused: invalid('Idempotency-Key was used with another request'),
  no_person: invalid('{field} must show a person'),
  several_people: invalid('{field} must show one person only'),
  shoulders_not_visible: invalid('{field} must show at least the upper body'),
  pose_not_supported: invalid(
    '{field} must show a person facing the camera, standing or sitting upright, with the arms away from the body',
  ),
  clothes_not_separable: invalid('{field} must show clothes that stand out from skin, hair and background'),
  no_outfit: invalid('{field} must show a person wearing clothes, or a garment on a plain ground'),
  no_garment_understood: invalid(
    '{field} must name at least one garment or colour, for example: a navy blazer with a white t-shirt',
  ),
  garment_not_understood: invalid(
    'Part {part} of {parts} of {field} names a garment that is not known; known are, for example, t-shirt, shirt, sweater, hoodie, blazer, jacket, coat, dress, skirt, trousers, jeans, suit and jumpsuit',
  ),
  garment_not_dressed: invalid(
    '{field} asks for {category}, which is not dressed; ask for a garment, for example a dress or a shirt and trousers',
  ),
  garment_not_visible: invalid(
    '{field} asks only for garments that are worn where the selfie ends; ask for one that it has room for, or send a selfie that shows more of the person',
  ),
  picture_needed: invalid(
    '{field} cannot be used without an image of the garment: no configured model dresses by a description',
  ),
  description_needed: invalid('{field} is required: no configured model takes images of garments'),
  invalid_deadline: invalid('Cancel-After must be a duration between {min} and {max} seconds, e.g. 15s'),
  content_refused: invalid('The image was refused by the content filter'),
  cursor_expired: {
    status: 410,
    message: 'Not all events after this cursor are kept any more; continue with oldest_cursor',
  },
  canceled: { status: 409, message: 'The request was canceled' },
  daily_limit: { status: 429, message: 'Daily rate limit exceeded. You can make {limit} requests per day.' },
  too_many_changes: { status: 429, message: 'You have made too many changes today. Try again after midnight UTC' },
  in_progress: { status: 429, message: 'A request is already in progress. Please wait for it to complete.' },
  internal: { status: 500, message: 'Internal server error' },
  budget_exhausted: { status: 503, message: 'The budget of the day is used up. Try again after midnight UTC' },
  unavailable: { status: 503, message: 'Service temporarily unavailable' },
  deadline_exceeded: { status: 504, message: 'The request took too long' },
} as const satisfies Record<string, { status: number; message: string }>;

/** Stable; sent as `code` beside the spec's `error` text. */
export type ErrorCode = keyof typeof errorCatalogue;

export type ErrorParameters = Readonly<Record<string, string | number>>;

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** HTTP status of `code`. */
export const errorStatus = (code: ErrorCode): number => errorCatalogue[code].status;

/** Fills the placeholders; one without a value is a programming error. */
export function publicMessage(code: ErrorCode, parameters: ErrorParameters = {}): string {
  return errorCatalogue[code].message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`error ${code} needs a value for ${name}`);
    return String(value);
  });
}
