import type { Appearance } from '../analysis/appearance.ts';
import { readWords } from '../words/read-words.ts';
import { colouringsFor } from './colouring.ts';
import {
  bottoms,
  composeOutfit,
  type Outfit,
  type OutfitTemplate,
  outfitTemplates,
  type TemplateLayer,
} from './outfit.ts';
import { paletteOf } from './palette.ts';
import { isMeant, isRefused, type Occasion, type Wishes } from './wishes.ts';

/** Which dresses and skirts are candidates: all, none but those asked for by name, or nothing else. */
export type Dresses = 'all' | 'asked' | 'only';

/** All outfits without refused colours and garments. */
export function candidates(appearance: Appearance, occasion: Occasion, wishes: Wishes, dresses: Dresses): Outfit[] {
  const colourings = colouringsFor(paletteOf(appearance), appearance, occasion, wishes);
  const { wanted, refused, plain } = wishes;
  const patterns = wanted.patterns.length > 0 ? wanted.patterns : [plain ? ('solid' as const) : undefined];
  const templates = outfitTemplates
    .flatMap((template) => variants(template, wishes))
    .filter((template) => isOpen(template, wishes, dresses));
  if (templates.length === 0 && dresses === 'only') return [];
  // Even if everything is refused, something is recommended.
  const open = templates.length > 0 ? templates : outfitTemplates.filter(({ dressy }) => !dressy);
  const outfits = open
    .map((template) => withoutRefusedExtras(template, wishes))
    .flatMap((template) =>
      colourings.flatMap((colouring) => patterns.map((pattern) => composeOutfit(template, colouring, pattern))),
    );
  const fine = outfits.filter(({ pieces }) =>
    pieces.every(({ pattern }) => !pattern || !refused.patterns.includes(pattern)),
  );
  return fine.length > 0 ? fine : outfits;
}

/** Removes refused accessories ("no tie"), as long as three items remain. */
function withoutRefusedExtras(template: OutfitTemplate, { refusedThings }: Wishes): OutfitTemplate {
  if (refusedThings.length === 0) return template;
  const thingOf = (extra: string) => readWords(extra).tokens.findLast(({ thing }) => thing)?.thing ?? extra;
  const extras = template.extras.filter((extra) => !refusedThings.includes(thingOf(extra)));
  return template.layers.length + extras.length >= 3 ? { ...template, extras } : template;
}

/** Variants of the template: itself, with its bottom replaced by wanted ones, or by another one if it is refused. */
function variants(template: OutfitTemplate, wishes: Wishes): OutfitTemplate[] {
  const bottom = template.layers.findLast(({ noun }) => bottoms.includes(noun));
  if (!bottom || template.style === 'black tie' || template.id === 'suit' || template.dressy) return [template];
  const isOut = (noun: string) => isRefused(noun, wishes);
  const asked = bottoms.filter((noun) => wishes.wanted.garments.includes(noun) && noun !== bottom.noun);
  const spare = template.tags.includes('sporty') ? sportyBottoms : usualBottoms;
  const instead = isOut(bottom.noun) && asked.length === 0 ? spare.filter((noun) => !isOut(noun)).slice(0, 1) : [];
  const exchange = (noun: string): OutfitTemplate => {
    const role = noun === 'jeans' ? 'jeans' : bottom.role === 'jeans' ? 'other' : bottom.role;
    const layer: TemplateLayer = { noun, role, ...(noun === 'trousers' && { material: 'cotton' as const }) };
    return { ...template, layers: template.layers.map((own) => (own === bottom ? layer : own)) };
  };
  return [template, ...[...asked, ...instead].map(exchange)];
}

/** What is worn in the place of a refused bottom, the first that is not refused itself. */
const usualBottoms = ['trousers', 'jeans', 'chinos', 'skirt', 'shorts'];
const sportyBottoms = ['joggers', 'leggings', 'shorts', 'skirt'];

function isOpen({ layers, extras, dressy }: OutfitTemplate, wishes: Wishes, dresses: Dresses): boolean {
  const { wanted, refused } = wishes;
  const nouns = layers.map(({ noun }) => noun);
  if (nouns.some((noun) => isRefused(noun, wishes))) return false;
  const text = [...nouns, ...extras, ...layers.map(({ material }) => material)].join(' ');
  if (refused.materials.some((material) => text.includes(material))) return false;
  if (refused.materials.includes('denim') && nouns.includes('jeans')) return false;
  if (!dressy) return dresses !== 'only';
  return dresses !== 'asked' || nouns.some((noun) => isMeant(noun, wanted.garments));
}
