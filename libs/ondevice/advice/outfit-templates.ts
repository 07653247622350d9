import type { Material } from '../garment/materials.ts';
import type { OccasionKind } from './read-occasion.ts';
import type { PatternWish, StyleWish } from './read-wishes.ts';

/**
 * Where a garment takes its colour from: the palette's base, another base, its accent, its light colours, or what
 * jeans and leather come in.
 */
export type ColourRole = 'base' | 'other' | 'accent' | 'light' | 'jeans' | 'leather';

/** One garment of an outfit; `noun` is a name that `understandDescription` knows. */
export type TemplateLayer = {
  noun: string;
  role: ColourRole;
  material?: Material;
  /** Its pattern unless another one is asked for. */
  pattern?: PatternWish;
  /** May take a pattern that is asked for. */
  patternable?: true;
};

/** An outfit without its colours. */
export type OutfitTemplate = {
  id: string;
  style: string;
  tags: readonly StyleWish[];
  /** How well it fits, 1..3; occasions that are not listed it does not fit. */
  fits: Readonly<Partial<Record<OccasionKind, number>>>;
  weather?: 'cold' | 'hot';
  /** From the outside in, the bottom last. */
  layers: readonly TemplateLayer[];
  /** Shoes and the like; `{accent}` and other names of the colouring stand for colours. */
  extras: readonly string[];
  /** What is good about it, as the beginning of a sentence. */
  virtue: string;
  /** Only for who asks for a dress or a skirt: nothing is guessed from a face. */
  onlyAsked?: true;
};

const piece = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  noun,
  role,
  ...(material && { material }),
});
const plainOr = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  ...piece(noun, role, material),
  patternable: true,
});
const striped = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  ...plainOr(noun, role, material),
  pattern: 'striped',
});
const checked = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  ...plainOr(noun, role, material),
  pattern: 'checked',
});

/** All outfits there are. */
export const outfitTemplates: readonly OutfitTemplate[] = [
  {
    id: 'suit',
    style: 'formal',
    tags: ['classic', 'formal', 'elegant'],
    fits: { funeral: 3, interview: 3, wedding: 3, formal: 3, business: 2 },
    layers: [
      piece('suit jacket', 'base', 'wool'),
      plainOr('shirt', 'light', 'cotton'),
      piece('trousers', 'base', 'wool'),
    ],
    extras: ['{shoe} oxford shoes', '{accent} tie'],
    virtue: 'A matching suit keeps one clean line from shoulder to shoe',
  },
  {
    id: 'tuxedo',
    style: 'black tie',
    tags: ['formal', 'elegant', 'classic'],
    fits: { formal: 3, wedding: 1 },
    layers: [piece('tuxedo', 'base', 'wool'), piece('shirt', 'light', 'cotton'), piece('trousers', 'base', 'wool')],
    extras: ['{shoe} dress shoes', '{base} bow tie'],
    virtue: 'A tuxedo is the surest answer to a strict dress code',
  },
  {
    id: 'blazer-shirt',
    style: 'business',
    tags: ['classic', 'formal', 'preppy'],
    fits: { business: 3, interview: 3, wedding: 2, date: 1, formal: 1, funeral: 2, general: 1 },
    layers: [piece('blazer', 'base', 'wool'), plainOr('shirt', 'light', 'cotton'), piece('trousers', 'other', 'wool')],
    extras: ['{shoe} loafers', '{metal} watch'],
    virtue: 'A blazer with odd trousers is polished without the stiffness of a suit',
  },
  {
    id: 'blazer-accent-shirt',
    style: 'smart',
    tags: ['elegant', 'classic'],
    fits: { wedding: 3, party: 2, date: 2, business: 1, formal: 2 },
    layers: [piece('blazer', 'base', 'wool'), plainOr('shirt', 'accent', 'cotton'), piece('trousers', 'other', 'wool')],
    extras: ['{shoe} loafers', '{metal} watch'],
    virtue: 'A coloured shirt under a blazer looks festive and still composed',
  },
  {
    id: 'blazer-tee',
    style: 'smart casual',
    tags: ['minimal', 'casual', 'classic'],
    fits: { date: 3, general: 3, business: 2, party: 1, casual: 1, travel: 1 },
    layers: [
      piece('blazer', 'base', 'wool'),
      plainOr('t-shirt', 'light', 'cotton'),
      piece('trousers', 'other', 'wool'),
    ],
    extras: ['{trainer} trainers', '{metal} watch'],
    virtue: 'A blazer over a plain t-shirt looks considered and stays easy to wear',
  },
  {
    id: 'blazer-turtleneck',
    style: 'smart',
    tags: ['elegant', 'minimal', 'classic'],
    fits: { date: 2, business: 2, interview: 1, formal: 1, funeral: 2, party: 1 },
    weather: 'cold',
    layers: [
      piece('blazer', 'base', 'wool'),
      piece('turtleneck', 'accent', 'knit'),
      piece('trousers', 'other', 'wool'),
    ],
    extras: ['{shoe} chelsea boots', '{metal} watch'],
    virtue: 'A fine turtleneck under a blazer is warm and takes the place of shirt and tie',
  },
  {
    id: 'linen-blazer',
    style: 'smart casual',
    tags: ['bohemian', 'elegant', 'casual'],
    fits: { wedding: 2, beach: 2, date: 2, party: 1, business: 1, travel: 1 },
    weather: 'hot',
    layers: [
      piece('blazer', 'base', 'linen'),
      plainOr('t-shirt', 'light', 'cotton'),
      piece('trousers', 'other', 'linen'),
    ],
    extras: ['{shoe} loafers', 'tortoiseshell sunglasses'],
    virtue: 'Unlined linen keeps its shape and lets the air through',
  },
  {
    id: 'leather-jacket',
    style: 'edgy',
    tags: ['edgy', 'streetwear'],
    fits: { party: 3, date: 2, casual: 1, general: 1 },
    layers: [piece('leather jacket', 'leather'), plainOr('t-shirt', 'accent', 'cotton'), piece('jeans', 'jeans')],
    extras: ['{shoe} ankle boots', '{metal} chain necklace'],
    virtue: 'A leather jacket brings an edge that needs nothing else',
  },
  {
    id: 'suede-jacket',
    style: 'bohemian',
    tags: ['bohemian', 'casual'],
    fits: { date: 2, casual: 2, travel: 1, outdoor: 1, general: 1, party: 1 },
    layers: [piece('jacket', 'leather', 'suede'), plainOr('shirt', 'accent', 'linen'), piece('jeans', 'jeans')],
    extras: ['{shoe} boots', 'woven belt'],
    virtue: 'Soft suede and linen look lived-in and relaxed',
  },
  {
    id: 'silk-shirt',
    style: 'elegant',
    tags: ['elegant', 'minimal'],
    fits: { party: 3, date: 3, wedding: 1, formal: 1, general: 1 },
    layers: [plainOr('shirt', 'accent', 'silk'), piece('trousers', 'base', 'wool')],
    extras: ['{shoe} loafers', '{metal} watch'],
    virtue: 'Silk catches evening light and needs no jacket over it',
  },
  {
    id: 'velvet-blazer',
    style: 'evening',
    tags: ['elegant', 'bohemian', 'edgy'],
    fits: { party: 3, formal: 2, date: 1, wedding: 1 },
    layers: [piece('blazer', 'accent', 'velvet'), piece('shirt', 'light', 'cotton'), piece('trousers', 'base', 'wool')],
    extras: ['{shoe} loafers', '{metal} watch'],
    virtue: 'Velvet is made for the evening and carries the whole outfit',
  },
  {
    id: 'knit-chinos',
    style: 'casual',
    tags: ['casual', 'classic', 'minimal'],
    fits: { casual: 2, general: 2, travel: 2, date: 1, business: 1 },
    layers: [plainOr('sweater', 'accent', 'knit'), piece('chinos', 'base', 'cotton')],
    extras: ['{shoe} desert boots', '{metal} watch'],
    virtue: 'A fine knit with chinos looks neat from morning to night',
  },
  {
    id: 'tonal-knit',
    style: 'minimalist',
    tags: ['minimal', 'elegant'],
    fits: { general: 2, date: 2, business: 2, casual: 1, travel: 1, funeral: 1 },
    layers: [piece('sweater', 'base', 'knit'), piece('trousers', 'base', 'wool')],
    extras: ['{shoe} loafers', '{metal} watch'],
    virtue: 'One colour from top to bottom is calm and lengthens the line',
  },
  {
    id: 'shirt-trousers',
    style: 'smart casual',
    tags: ['classic', 'minimal', 'formal'],
    fits: { business: 3, interview: 2, general: 2, date: 1, travel: 1, funeral: 1 },
    layers: [plainOr('shirt', 'accent', 'cotton'), piece('trousers', 'base', 'wool')],
    extras: ['{shoe} loafers', '{shoe} belt'],
    virtue: 'A crisp shirt tucked into tailored trousers always looks prepared',
  },
  {
    id: 'sweater-over-shirt',
    style: 'preppy',
    tags: ['preppy', 'classic'],
    fits: { business: 2, casual: 2, interview: 1, date: 1, general: 1 },
    layers: [
      piece('cardigan', 'accent', 'knit'),
      plainOr('shirt', 'light', 'cotton'),
      piece('chinos', 'base', 'cotton'),
    ],
    extras: ['{shoe} loafers', '{shoe} belt'],
    virtue: 'A cardigan over a shirt is tidy without being severe',
  },
  {
    id: 'polo-chinos',
    style: 'preppy',
    tags: ['preppy', 'sporty', 'classic'],
    fits: { casual: 2, beach: 1, travel: 1, general: 1, business: 1, date: 1 },
    layers: [plainOr('polo shirt', 'accent', 'cotton'), piece('chinos', 'base', 'cotton')],
    extras: ['{trainer} trainers', '{metal} watch'],
    virtue: 'A polo shirt has a collar and still feels like a t-shirt',
  },
  {
    id: 'striped-tee',
    style: 'casual',
    tags: ['classic', 'casual', 'preppy'],
    fits: { casual: 3, travel: 2, general: 1, beach: 1 },
    layers: [striped('t-shirt', 'base', 'cotton'), piece('jeans', 'jeans')],
    extras: ['{trainer} canvas trainers', '{accent} scarf'],
    virtue: 'Stripes with jeans are relaxed and never look careless',
  },
  {
    id: 'check-shirt',
    style: 'casual',
    tags: ['casual', 'bohemian'],
    fits: { outdoor: 2, casual: 2, travel: 1 },
    layers: [checked('shirt', 'accent', 'cotton'), piece('jeans', 'jeans')],
    extras: ['{shoe} lace-up boots', 'woven belt'],
    virtue: 'A checked shirt with jeans is sturdy and easy',
  },
  {
    id: 'denim-jacket',
    style: 'casual',
    tags: ['casual', 'streetwear'],
    fits: { casual: 3, travel: 2, general: 2, party: 1 },
    layers: [piece('denim jacket', 'jeans'), plainOr('t-shirt', 'accent', 'cotton'), piece('chinos', 'base', 'cotton')],
    extras: ['{trainer} trainers', 'canvas tote bag'],
    virtue: 'A denim jacket over a t-shirt is the easiest way to look put together',
  },
  {
    id: 'overshirt',
    style: 'casual',
    tags: ['casual', 'minimal', 'streetwear'],
    fits: { casual: 2, outdoor: 2, travel: 2, general: 1, date: 1 },
    layers: [piece('overshirt', 'base', 'cotton'), plainOr('t-shirt', 'light', 'cotton'), piece('jeans', 'jeans')],
    extras: ['{shoe} desert boots', '{accent} cap'],
    virtue: 'An overshirt is a layer you can take off and put on all day',
  },
  {
    id: 'bomber',
    style: 'streetwear',
    tags: ['streetwear', 'sporty', 'edgy'],
    fits: { party: 2, casual: 2, travel: 2, general: 1 },
    layers: [
      piece('bomber jacket', 'base', 'cotton'),
      plainOr('t-shirt', 'accent', 'cotton'),
      piece('joggers', 'other', 'cotton'),
    ],
    extras: ['{trainer} trainers', 'crossbody bag'],
    virtue: 'A bomber with tapered joggers is comfortable and has shape',
  },
  {
    id: 'hoodie',
    style: 'streetwear',
    tags: ['streetwear', 'sporty', 'casual'],
    fits: { casual: 1, travel: 2, sport: 1, outdoor: 1 },
    layers: [piece('hoodie', 'accent', 'cotton'), piece('joggers', 'base', 'cotton')],
    extras: ['{trainer} trainers', '{base} cap'],
    virtue: 'A hoodie and joggers in good cotton are as comfortable as clothes get',
  },
  {
    id: 'training',
    style: 'sporty',
    tags: ['sporty'],
    fits: { sport: 3 },
    layers: [piece('t-shirt', 'accent', 'cotton'), piece('joggers', 'base', 'cotton')],
    extras: ['running shoes', 'water bottle and towel'],
    virtue: 'Light layers that move with you leave nothing to think about',
  },
  {
    id: 'gym-shorts',
    style: 'sporty',
    tags: ['sporty', 'minimal'],
    fits: { sport: 3, beach: 1 },
    weather: 'hot',
    layers: [piece('tank top', 'accent', 'cotton'), piece('shorts', 'base', 'cotton')],
    extras: ['{other} training shoes', 'sports watch'],
    virtue: 'A tank top and shorts keep you cool when it gets hard',
  },
  {
    id: 'warm-up',
    style: 'sporty',
    tags: ['sporty', 'streetwear'],
    fits: { sport: 3, travel: 1 },
    layers: [
      piece('jacket', 'base', 'cotton'),
      piece('t-shirt', 'accent', 'cotton'),
      piece('leggings', 'other', 'cotton'),
    ],
    extras: ['running shoes', 'sports bag'],
    virtue: 'A zipped jacket for the way there comes off once you are warm',
  },
  {
    id: 'pullover',
    style: 'sporty',
    tags: ['sporty', 'casual'],
    fits: { sport: 2, casual: 1, travel: 1 },
    layers: [piece('pullover', 'accent', 'cotton'), piece('joggers', 'base', 'cotton')],
    extras: ['{trainer} trainers', 'sports bag'],
    virtue: 'A cotton pullover with joggers works before, during and after',
  },
  {
    id: 'parka',
    style: 'outdoor',
    tags: ['casual', 'sporty'],
    fits: { outdoor: 3, travel: 1, casual: 1 },
    weather: 'cold',
    layers: [piece('parka', 'base', 'cotton'), piece('sweater', 'accent', 'knit'), piece('jeans', 'jeans')],
    extras: ['{shoe} walking boots', '{accent} beanie'],
    virtue: 'A parka over a thick knit keeps out wind and rain',
  },
  {
    id: 'trail',
    style: 'outdoor',
    tags: ['sporty', 'casual'],
    fits: { outdoor: 3, travel: 1 },
    layers: [
      piece('jacket', 'accent', 'cotton'),
      piece('t-shirt', 'light', 'cotton'),
      piece('trousers', 'base', 'cotton'),
    ],
    extras: ['{shoe} walking boots', 'small backpack'],
    virtue: 'Three light layers are ready for any turn of the weather',
  },
  {
    id: 'overcoat',
    style: 'smart',
    tags: ['elegant', 'classic', 'minimal'],
    fits: { business: 2, date: 2, wedding: 1, formal: 1, funeral: 3, travel: 1, general: 1, outdoor: 1, interview: 1 },
    weather: 'cold',
    layers: [
      piece('overcoat', 'base', 'wool'),
      piece('turtleneck', 'accent', 'knit'),
      piece('trousers', 'other', 'wool'),
    ],
    extras: ['{shoe} chelsea boots', '{base} gloves'],
    virtue: 'A long wool coat makes whatever is under it look intended',
  },
  {
    id: 'trench',
    style: 'classic',
    tags: ['classic', 'elegant'],
    fits: { travel: 3, business: 1, date: 1, general: 1, casual: 1 },
    layers: [
      piece('trench coat', 'base', 'cotton'),
      striped('shirt', 'accent', 'cotton'),
      piece('trousers', 'other', 'wool'),
    ],
    extras: ['{shoe} loafers', '{shoe} bag'],
    virtue: 'A trench coat is light, keeps off rain and suits every city',
  },
  {
    id: 'linen-shorts',
    style: 'resort',
    tags: ['casual', 'bohemian', 'preppy'],
    fits: { beach: 3 },
    weather: 'hot',
    layers: [plainOr('shirt', 'accent', 'linen'), piece('shorts', 'base', 'linen')],
    extras: ['{shoe} espadrilles', 'straw hat'],
    virtue: 'Loose linen dries fast and looks better with every crease',
  },
  {
    id: 'tee-shorts',
    style: 'casual',
    tags: ['casual', 'minimal', 'sporty'],
    fits: { beach: 3, casual: 1 },
    weather: 'hot',
    layers: [plainOr('t-shirt', 'accent', 'cotton'), piece('shorts', 'base', 'cotton')],
    extras: ['{shoe} sandals', 'sunglasses'],
    virtue: 'A t-shirt and shorts are all that a hot day asks for',
  },
  {
    id: 'tunic',
    style: 'bohemian',
    tags: ['bohemian', 'minimal'],
    fits: { beach: 3, travel: 1, casual: 1, party: 1 },
    layers: [plainOr('tunic', 'accent', 'linen'), piece('trousers', 'light', 'linen')],
    extras: ['{shoe} sandals', 'beaded bracelet'],
    virtue: 'A flowing tunic over light trousers moves with every breeze',
  },
  {
    id: 'silk-dress',
    style: 'elegant',
    tags: ['feminine', 'elegant', 'classic'],
    fits: { wedding: 3, party: 3, date: 3, formal: 2, general: 1 },
    layers: [plainOr('dress', 'accent', 'silk')],
    extras: ['{shoe} heeled sandals', '{metal} earrings'],
    virtue: 'A silk dress is festive with no effort at all',
    onlyAsked: true,
  },
  {
    id: 'gown',
    style: 'black tie',
    tags: ['feminine', 'elegant', 'formal'],
    fits: { formal: 3, wedding: 2, party: 1 },
    layers: [piece('gown', 'accent', 'velvet')],
    extras: ['{shoe} heeled shoes', '{metal} clutch'],
    virtue: 'A long gown answers the strictest dress code',
    onlyAsked: true,
  },
  {
    id: 'shift-dress',
    style: 'business',
    tags: ['feminine', 'classic', 'minimal', 'formal'],
    fits: { business: 3, interview: 3, funeral: 3, wedding: 1, formal: 1, general: 1 },
    layers: [piece('blazer', 'base', 'wool'), plainOr('dress', 'other', 'cotton')],
    extras: ['{shoe} court shoes', '{metal} watch'],
    virtue: 'A plain dress under a blazer is as serious as a suit',
    onlyAsked: true,
  },
  {
    id: 'sundress',
    style: 'bohemian',
    tags: ['feminine', 'bohemian', 'casual'],
    fits: { beach: 3, casual: 2, date: 1, wedding: 1, travel: 1 },
    weather: 'hot',
    layers: [plainOr('sundress', 'accent', 'cotton')],
    extras: ['{shoe} espadrilles', 'straw bag'],
    virtue: 'A light sundress is cool to wear and needs nothing added',
    onlyAsked: true,
  },
  {
    id: 'denim-dress',
    style: 'casual',
    tags: ['feminine', 'casual', 'streetwear', 'edgy'],
    fits: { casual: 3, travel: 2, party: 1, general: 2, date: 1, outdoor: 1, sport: 1 },
    layers: [piece('denim jacket', 'jeans'), plainOr('dress', 'accent', 'cotton')],
    extras: ['{trainer} trainers', 'crossbody bag'],
    virtue: 'A denim jacket makes a dress fit for every day',
    onlyAsked: true,
  },
  {
    id: 'blouse-skirt',
    style: 'smart',
    tags: ['feminine', 'elegant', 'preppy', 'classic'],
    fits: { business: 3, date: 2, interview: 2, wedding: 2, party: 2, general: 2, formal: 1 },
    layers: [plainOr('blouse', 'accent', 'silk'), piece('skirt', 'base', 'wool')],
    extras: ['{shoe} court shoes', '{metal} necklace'],
    virtue: 'A blouse tucked into a skirt marks the waist and stays polished',
    onlyAsked: true,
  },
  {
    id: 'knit-skirt',
    style: 'casual',
    tags: ['feminine', 'casual', 'bohemian', 'minimal'],
    fits: { casual: 3, travel: 1, general: 2, outdoor: 1, date: 1, funeral: 1, beach: 1, sport: 1 },
    layers: [plainOr('sweater', 'accent', 'knit'), piece('skirt', 'base', 'cotton')],
    extras: ['{shoe} ankle boots', '{other} tights'],
    virtue: 'A soft knit with a skirt is easy and has shape',
    onlyAsked: true,
  },
  {
    id: 'jumpsuit',
    style: 'smart casual',
    tags: ['feminine', 'minimal', 'edgy'],
    fits: { party: 2, date: 2, wedding: 1, casual: 1, general: 1, business: 1 },
    layers: [piece('jumpsuit', 'accent', 'cotton')],
    extras: ['{shoe} block-heeled shoes', '{metal} earrings'],
    virtue: 'A jumpsuit is one decision and makes a long line',
    onlyAsked: true,
  },
];
