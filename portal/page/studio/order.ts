import type { ImageName, Picture, Selfie, StyleMeOrder, TryOnOrder } from '@styling/client';

/** A picture that is sent: a file, or one at an address. */
export type SentPicture =
  | { readonly kind: 'file'; readonly blob: Blob; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };
/** A picture that is given with an order; an image that the service made goes by its id. */
export type GivenPicture = SentPicture | { readonly kind: 'image'; readonly image_id: string };

/** Where a garment is worn, as the API names it. */
export type Category = 'auto' | 'top' | 'bottom' | 'dress' | 'outerwear' | 'shoes' | 'bag' | 'hat' | 'accessory';

/** What is to be worn: words, a picture, or both. */
export type OrderedGarment = {
  readonly description?: string;
  readonly picture?: SentPicture;
  readonly category?: Category;
};

/** What the studio asks the service for. It is sent, and printed as code, from this. */
export type StudioOrder =
  | {
      readonly tab: 'try-on';
      readonly selfie: GivenPicture;
      readonly garments: readonly OrderedGarment[];
      readonly mode: 'model_shot' | 'reference_environment';
      readonly variants?: number;
      readonly seed?: number;
      readonly store_image?: true;
    }
  | {
      readonly tab: 'style-me';
      readonly selfie: GivenPicture;
      readonly occasion?: string;
      readonly style_preferences?: string;
      readonly num_outfits: number;
    }
  /** `image_url` is where an image of the service is. */
  | { readonly tab: 'analyse'; readonly image: GivenPicture & { readonly image_url?: string } };

/** Which of the three things the studio does. */
export type Tab = StudioOrder['tab'];
export const tabs = ['try-on', 'style-me', 'analyse'] as const satisfies Tab[];

type OrderOf<T extends Tab> = Extract<StudioOrder, { tab: T }>;
/** How a picture is passed to the client: as it is, or named in code. */
type PassPicture = (picture: SentPicture) => Blob | URL | string;

/** What is sent for a picture. */
export const sentPicture: PassPicture = (picture) =>
  picture.kind === 'file' ? picture.blob : new URL(picture.address);

/** What code names a picture by: a path or an address. */
export const namedPicture: PassPicture = (picture) => (picture.kind === 'file' ? picture.name : picture.address);

/** The argument of `client.tryOn`. */
export function tryOnOrder({ tab: _, selfie, garments, ...rest }: OrderOf<'try-on'>, pass: PassPicture): TryOnOrder {
  const worn = garments.map(({ picture, description, category }) => {
    if (!picture && !category && description) return description;
    const words = description ? { description } : {};
    return { ...words, ...(picture && { picture: pass(picture) }), ...(category && { category }) };
  });
  const [first] = worn;
  return { selfie: passSelfie(selfie, pass), garments: worn.length === 1 && first ? first : worn, ...rest };
}

/** The argument of `client.styleMe`. */
export const styleMeOrder = ({ tab: _, selfie, ...rest }: OrderOf<'style-me'>, pass: PassPicture): StyleMeOrder => ({
  selfie: passSelfie(selfie, pass),
  ...rest,
});

/** The argument of `client.analyzeOutfit`. */
export const analysedImage = ({ image }: OrderOf<'analyse'>, pass: PassPicture): Picture | ImageName =>
  image.kind === 'image' ? { image_id: image.image_id } : pass(image);

const passSelfie = (selfie: GivenPicture, pass: PassPicture): Selfie =>
  selfie.kind === 'image' ? { image_id: selfie.image_id } : pass(selfie);
