import type { OrderedGarment, StudioOrder, Tab } from './order.ts';
import type { Garment, StudioState } from './studio-state.ts';

/** What keeps an order from being sent: the field to fill, or the lack of a connection. */
export type Missing = 'sitter' | 'garments' | 'garment_address' | 'seed' | 'subject' | 'offline';

type Ordered = { readonly order: StudioOrder } | { readonly missing: Missing };

/** Largest seed that the API takes. */
const LARGEST_SEED = 4_294_967_295;

/** The order of a tab as it is written down, or what it lacks. */
export function orderOf(state: StudioState, tab: Tab): Ordered {
  if (tab === 'try-on') return tryOnOf(state);
  if (tab === 'style-me') return styleMeOf(state);
  const { subject, link } = state;
  if (subject?.given.kind === 'image') return { order: { tab, image: { ...subject.given, image_url: subject.url } } };
  if (subject) return { order: { tab, image: subject.given } };
  const address = webAddress(link);
  return address ? { order: { tab, image: { kind: 'address', address } } } : { missing: 'subject' };
}

function tryOnOf(state: StudioState): Ordered {
  const { sitter, mode, variants, isKept } = state;
  if (!sitter) return { missing: 'sitter' };
  const written = state.garments.filter(({ text, picture }) => picture || text.trim() !== '');
  const garments = written.map(orderedGarment).filter((garment) => garment !== undefined);
  if (garments.length < written.length) return { missing: 'garment_address' };
  if (garments.length === 0) return { missing: 'garments' };
  const seed = state.seed.trim() === '' ? undefined : Number(state.seed);
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED)) return { missing: 'seed' };
  return {
    order: {
      tab: 'try-on',
      selfie: sitter.given,
      garments,
      mode,
      ...(variants > 1 && { variants }),
      ...(seed !== undefined && { seed }),
      ...(isKept && { store_image: true }),
    },
  };
}

function orderedGarment({ text, picture, category }: Garment): OrderedGarment | undefined {
  const description = text.trim();
  const words = description === '' ? {} : { description };
  if (!picture) return words;
  const worn = category === 'auto' ? {} : { category };
  if (picture.kind === 'file') {
    const { kind, blob, name } = picture;
    return { ...words, ...worn, picture: { kind, blob, name } };
  }
  const address = webAddress(picture.address);
  return address ? { ...words, ...worn, picture: { kind: 'address', address } } : undefined;
}

function styleMeOf({ sitter, occasion, wishes, outfits }: StudioState): Ordered {
  if (!sitter) return { missing: 'sitter' };
  const [event, style] = [occasion.trim(), wishes.trim()];
  return {
    order: {
      tab: 'style-me',
      selfie: sitter.given,
      ...(event && { occasion: event }),
      ...(style && { style_preferences: style }),
      num_outfits: outfits,
    },
  };
}

/** What was typed, as an address that a service can fetch; undefined if it is none. */
function webAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}
