import type { GivenPicture, StudioOrder } from './order.ts';
import type { Expression } from './print-value.ts';

/** Code that gives the base64 of a picture. */
export type Base64Of = (picture: Exclude<GivenPicture, { kind: 'image' }>) => Expression;

/** Path and JSON body of the request that an order becomes; pictures are expressions of the language. */
export function requestBody(order: StudioOrder, base64Of: Base64Of): { path: string; body: object } {
  if (order.tab === 'analyse') {
    const { image } = order;
    const picture = image.kind === 'image' ? { image_url: image.image_url } : pictureBody(image, base64Of);
    return { path: '/analyze_outfit', body: picture };
  }
  const { tab, selfie, ...rest } = order;
  const person = selfie.kind === 'image' ? { selfie_image_id: selfie.image_id } : { selfie_base64: base64Of(selfie) };
  if (tab === 'style-me') return { path: '/style_me', body: { ...person, ...rest } };
  const { garments, ...others } = rest as Omit<Extract<StudioOrder, { tab: 'try-on' }>, 'tab' | 'selfie'>;
  const [first] = garments;
  const isDescription = garments.length === 1 && first?.description && !first.picture && !first.category;
  const clothes = isDescription
    ? { clothing_description: first.description }
    : { garments: garments.map((garment) => garmentBody(garment, base64Of)) };
  return { path: '/try_on_outfit', body: { ...person, ...clothes, ...others } };
}

type Garment = Extract<StudioOrder, { tab: 'try-on' }>['garments'][number];

function garmentBody({ description, picture, category }: Garment, base64Of: Base64Of): object {
  return {
    ...(description && { description }),
    ...(category && { category }),
    ...(picture && pictureBody(picture, base64Of)),
  };
}

const pictureBody = (picture: Exclude<GivenPicture, { kind: 'image' }>, base64Of: Base64Of): object =>
  picture.kind === 'address' ? { image_url: picture.address } : { image_base64: base64Of(picture) };
