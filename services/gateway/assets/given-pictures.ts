import { ask, publish } from '@styling/bus';
import {
  acceptedImages,
  assetUsed,
  createEvent,
  type GarmentInput,
  garmentCategory,
  getAsset,
  getImage,
  limits,
  type SelfieField,
} from '@styling/contracts';
import { base64Image, type DocumentedError, parseFields } from '@styling/http';
import { objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { dayOf } from '../admission/admission.ts';
import { SOURCE } from '../dependencies.ts';
import type { Call } from '../http/define-endpoint.ts';

export const fetchedImage = z.url({ protocol: /^https?$/, hostname: /./ }).max(limits.urlLength);

/** Any other string names a picture that the caller does not have. */
const ownId = (prefix: 'ast' | 'img') => z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{24}$`), 'asset_not_found');

export const ownAsset = ownId('ast').meta({
  description: 'An asset of yours, as returned by `POST /assets`',
  examples: ['ast_5f2b8c1d9e3a4f6071829304'],
});

/** The three ways to give a selfie, of which `givenSelfie` takes one. */
export const selfieFields = {
  selfie_base64: base64Image.optional().meta({
    description: `The selfie. Required without \`selfie_asset_id\` and \`selfie_image_id\`. ${acceptedImages}, base64 (a data: prefix is accepted)`,
  }),
  selfie_asset_id: ownAsset.optional().meta({ description: 'In place of `selfie_base64`: an asset of yours' }),
  selfie_image_id: ownId('img')
    .optional()
    .meta({
      description: 'In place of `selfie_base64`: an image record of yours, e.g. to dress a result further',
      examples: ['img_5f2b8c1d9e3a4f6071829304'],
    }),
};

export const dressingFields = {
  clothing_description: z
    .string()
    .trim()
    .min(1)
    .max(limits.descriptionLength)
    .meta({ description: 'Description of the clothing', examples: ['navy blazer over a white t-shirt'] }),
  clothing_image_url: fetchedImage
    .meta({ description: 'URL of a reference clothing image, publicly accessible' })
    .optional(),
};

export const selfieErrors: readonly DocumentedError[] = [
  ['required', { field: 'selfie_base64' }],
  ['only_one_of', { field: 'selfie_asset_id', other: 'selfie_base64' }],
  ...(['no_person', 'several_people', 'shoulders_not_visible', 'pose_not_supported'] as const).map(
    (code): DocumentedError => [code, { field: 'selfie_base64' }],
  ),
];

export const dressingErrors: readonly DocumentedError[] = [
  ...selfieErrors,
  ['clothes_not_separable', { field: 'selfie_base64' }],
  ['no_outfit', { field: 'clothing_image_url' }],
  ['no_garment_understood', { field: 'clothing_description' }],
  ['garment_not_understood', { field: 'clothing_description', part: 1, parts: 1 }],
  ['garment_not_dressed', { field: 'clothing_description', category: 'swimwear' }],
  ['garment_not_visible', { field: 'clothing_description' }],
  ['content_refused'],
];

export const SELFIE_TEXT = `The selfie should be clear and well lit and show one person, at least the upper body:
${acceptedImages}, in base64 (a \`data:\` prefix is accepted). Instead of it an uploaded asset or an image record of yours
can be named. The more detailed the description, the closer the image
comes to it; it may have up to ${limits.descriptionLength} characters. Hosted
models read any text; the embedded engine knows garments, colours, patterns and materials in English, Spanish, French, German,
Portuguese and Chinese (docs/vocabulary.md). A reference image helps too; one given by URL must be publicly
accessible and may have up to ${limits.fetchedMegabytes} MB.`;

/** The beginning of a JPEG in base64; a real one has some 100,000 characters. */
export const EXAMPLE_IMAGE = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD';

/** The specification's form. */
export const specifiedSelfie = z.object({ selfie_base64: base64Image });
const anySelfie = z.object(selfieFields);
const OWN = ['selfie_asset_id', 'selfie_image_id'] as const;

type SelfieFields = z.output<typeof anySelfie>;

/** Validates a selfie's fields, before all others. @throws ServiceError `required`, `only_one_of`, of invalid fields */
export function parseSelfie(fields: Readonly<Record<string, unknown>>): SelfieFields {
  const [field, another] = OWN.filter((name) => fields[name] !== undefined);
  if (!field) return parseFields(specifiedSelfie, fields);
  const other = fields.selfie_base64 === undefined ? another : 'selfie_base64';
  if (other) throw new ServiceError('only_one_of', { field, other });
  return parseFields(anySelfie, fields);
}

/** Fetches it; `field`, unless it is the specification's. @throws ServiceError `asset_not_found`, `unavailable` */
export async function givenSelfie(call: Call, fields: SelfieFields) {
  const { selfie_base64, selfie_asset_id, selfie_image_id } = fields;
  if (selfie_base64) return { picture: selfie_base64, field: {} };
  const selfie_field: SelfieField = selfie_asset_id === undefined ? 'selfie_image_id' : 'selfie_asset_id';
  const picture =
    selfie_asset_id === undefined
      ? imagePicture(call, String(selfie_image_id), selfie_field)
      : assetPicture(call, selfie_asset_id, selfie_field);
  return { picture: await picture, field: { selfie_field } };
}

const picturesOf = (given: { image_base64?: unknown; image_url?: unknown; asset_id?: unknown }) =>
  [given.image_base64, given.image_url, given.asset_id].filter((picture) => picture !== undefined);

const garment = z
  .object(
    {
      description: z.string().trim().max(limits.descriptionLength).optional(),
      image_base64: base64Image.optional(),
      image_url: fetchedImage.optional().meta({ description: 'URL of a picture of it, publicly accessible' }),
      asset_id: ownAsset.optional(),
      category: garmentCategory
        .default('auto')
        .meta({ description: 'Where it is worn; `auto`: as its description or picture shows' }),
    },
    'not_a_garment',
  )
  .refine(({ description, ...given }) => {
    const pictures = picturesOf(given).length;
    return pictures === 1 || (pictures === 0 && Boolean(description));
  }, 'not_a_garment')
  .meta({ id: 'Garment', description: 'A description, a picture, or both' });

export const garmentList = z
  .array(garment, 'not_garments')
  .min(1, 'not_garments')
  .max(limits.garments, 'not_garments')
  .meta({
    description:
      'What is worn together, e.g. a jacket with trousers, in place of `clothing_description` and its reference images',
  });

/** Need of one listed garment, to compare with a provider's abilities. */
export const listedNeed = ({ description = '', category, ...given }: z.output<typeof garment>, index: number) => ({
  description,
  category,
  hasPicture: picturesOf(given).length > 0,
  field: `garments.${index}.description`,
});

/** Need of one description of all clothes. */
export const describedNeed = (asked: {
  readonly clothing_description: string;
  readonly clothing_image_url?: string | undefined;
  readonly outfit_base64?: Uint8Array | undefined;
}) => ({
  description: asked.clothing_description,
  category: 'auto' as const,
  hasPicture: asked.clothing_image_url !== undefined || asked.outfit_base64 !== undefined,
  field: 'clothing_description',
});

/** Garments for their worker, and their pictures by field. @throws ServiceError `asset_not_found`, `unavailable` */
export async function givenGarments(call: Call, listed: z.output<typeof garmentList>) {
  const pictures: Record<string, Uint8Array> = {};
  const garments: GarmentInput[] = [];
  for (const [index, { description = '', image_base64, image_url = null, asset_id, category }] of listed.entries()) {
    const field = asset_id === undefined ? `garments.${index}.image_base64` : `garments.${index}.asset_id`;
    const bytes = asset_id === undefined ? image_base64 : await assetPicture(call, asset_id, field);
    if (bytes) pictures[field] = bytes;
    garments.push({ description, category, image_url, picture: bytes ? field : null });
  }
  return { garments, pictures };
}

/**
 * The picture of an asset of the caller, whose life begins again. `field` is for errors.
 * @throws ServiceError `asset_not_found` alike for an unknown, foreign, expired or deleted one; `unavailable`
 */
export async function assetPicture(call: Call, asset_id: string, field: string): Promise<Uint8Array> {
  const { bus } = call.gateway;
  const { asset, used_on } = await ask(bus, getAsset, { user_id: call.caller.user_id, asset_id });
  if (!asset) throw new ServiceError('asset_not_found', { field });
  call.memory.grow(asset.bytes);
  const bytes = await stored(call, objectNames.asset(asset_id), field);
  await noteUse(call, asset_id, used_on);
  return bytes;
}

/** The picture of an image record of the caller. @throws as {@link assetPicture} */
export async function imagePicture(call: Call, image_id: string, field: string): Promise<Uint8Array> {
  const { image } = await ask(call.gateway.bus, getImage, { user_id: call.caller.user_id, image_id });
  if (!image) throw new ServiceError('asset_not_found', { field });
  const bytes = await stored(call, image.object, field);
  call.memory.grow(bytes.length);
  return bytes;
}

async function stored({ gateway }: Call, object: string, field: string): Promise<Uint8Array> {
  const found = await gateway.store.get(object);
  if (!found) throw new ServiceError('asset_not_found', { field });
  return found.bytes;
}

/** Once a day. A request does not fail for it: its picture is copied, and the asset only expires earlier. */
async function noteUse({ gateway, caller, request_id }: Call, asset_id: string, used_on: string | null): Promise<void> {
  const now = gateway.clock();
  const day = dayOf(now);
  if (used_on !== null && used_on >= day) return;
  try {
    await publish(gateway.bus, createEvent(assetUsed, SOURCE, now, { asset_id, user_id: caller.user_id, day }));
  } catch (error) {
    gateway.log.warn({ err: error, request_id }, 'noting the use of an asset failed');
  }
}
