import type { ColourName } from './colour-names.ts';
import type { LegCut, Lower } from './leg-cuts.ts';
import type { Material } from './materials.ts';

/** Where a garment is worn. */
export type GarmentKind = 'top' | 'outer' | 'dress' | 'bottom';

/** The shape of an open front. */
export type Cut = 'blazer' | 'zip' | 'overshirt' | 'cardigan';

export type Neck = 'crew' | 'scoop' | 'v' | 'collar' | 'turtle' | 'boat';

/** Properties implied by a garment's name. `sleeve`: 0 none, 1 to the elbow, 2 to the wrist. */
export type Garment = {
  kind: GarmentKind;
  material: Material;
  sleeve: number;
  neck: Neck;
  cut?: Cut;
  /** What it is on the legs: of bottoms and dresses. */
  lower?: Lower;
  colour?: ColourName;
};

const top = (neck: Neck, sleeve: number, material: Material): Garment => ({ kind: 'top', neck, sleeve, material });
const outer = (cut: Cut, material: Material): Garment => ({ kind: 'outer', cut, sleeve: 2, neck: 'crew', material });
const dress = (material: Material, cut: LegCut = 'a-line skirt', length = 1): Garment => ({
  kind: 'dress',
  neck: 'crew',
  sleeve: 0.35,
  material,
  lower: { cut, length },
});
const bottom = (material: Material, cut: LegCut, length: number, colour?: ColourName): Garment => ({
  kind: 'bottom',
  neck: 'crew',
  sleeve: 0,
  material,
  lower: { cut, length },
  ...(colour && { colour }),
});
const trousers = (material: Material, colour?: ColourName) => bottom(material, 'straight trousers', 2, colour);

/** Known garments by name; longer names take precedence over shorter ones they contain. */
export const garments: Readonly<Record<string, Garment>> = {
  blazer: outer('blazer', 'wool'),
  'suit jacket': outer('blazer', 'wool'),
  suit: outer('blazer', 'wool'),
  tuxedo: { ...outer('blazer', 'wool'), colour: 'black' },
  coat: outer('blazer', 'wool'),
  overcoat: outer('blazer', 'wool'),
  'trench coat': { ...outer('blazer', 'cotton'), colour: 'beige' },
  jacket: outer('zip', 'cotton'),
  'leather jacket': { ...outer('zip', 'leather'), colour: 'black' },
  'bomber jacket': outer('zip', 'cotton'),
  parka: outer('zip', 'cotton'),
  raincoat: { ...outer('zip', 'cotton'), colour: 'yellow' },
  peacoat: { ...outer('blazer', 'wool'), colour: 'navy' },
  puffer: outer('zip', 'cotton'),
  gilet: { ...outer('zip', 'cotton'), sleeve: 0 },
  tracksuit: outer('zip', 'cotton'),
  'denim jacket': { ...outer('overshirt', 'denim'), colour: 'denim' },
  overshirt: outer('overshirt', 'cotton'),
  cardigan: outer('cardigan', 'knit'),
  vest: { ...outer('cardigan', 'wool'), sleeve: 0 },
  waistcoat: { ...outer('cardigan', 'wool'), sleeve: 0 },
  't-shirt': top('crew', 0.55, 'cotton'),
  tee: top('crew', 0.55, 'cotton'),
  top: top('crew', 0.55, 'cotton'),
  'long-sleeved top': top('crew', 2, 'cotton'),
  'tank top': top('scoop', 0, 'cotton'),
  camisole: top('scoop', 0, 'silk'),
  shirt: top('collar', 2, 'cotton'),
  'button-down': top('collar', 2, 'cotton'),
  polo: top('collar', 0.6, 'cotton'),
  'polo shirt': top('collar', 0.6, 'cotton'),
  blouse: top('collar', 2, 'silk'),
  tunic: top('crew', 2, 'cotton'),
  sweater: top('crew', 2, 'knit'),
  jumper: top('crew', 2, 'knit'),
  pullover: top('crew', 2, 'knit'),
  'sweater vest': top('v', 0, 'knit'),
  sweatshirt: top('crew', 2, 'cotton'),
  hoodie: top('crew', 2, 'cotton'),
  turtleneck: top('turtle', 2, 'knit'),
  'turtleneck sweater': top('turtle', 2, 'knit'),
  pyjamas: top('collar', 2, 'cotton'),
  scrubs: { ...top('v', 0.55, 'cotton'), colour: 'teal' },
  dress: dress('cotton'),
  gown: dress('silk', 'a-line skirt', 1.9),
  'wedding dress': { ...dress('silk', 'a-line skirt', 1.9), colour: 'ivory' },
  sundress: dress('cotton'),
  kimono: { ...dress('silk', 'straight skirt', 1.9), sleeve: 2, neck: 'v' },
  kaftan: { ...dress('cotton', 'straight skirt', 1.9), sleeve: 2 },
  cheongsam: { ...dress('silk', 'straight skirt'), neck: 'turtle' },
  overalls: { ...dress('denim', 'straight trousers', 2), sleeve: 0, colour: 'denim' },
  jumpsuit: dress('cotton', 'wide trousers', 2),
  jeans: trousers('denim', 'denim'),
  trousers: trousers('wool'),
  pants: trousers('cotton'),
  slacks: trousers('wool'),
  chinos: trousers('cotton', 'khaki'),
  leggings: bottom('cotton', 'slim trousers', 2, 'black'),
  joggers: trousers('cotton'),
  skirt: bottom('cotton', 'a-line skirt', 0.9),
  shorts: bottom('cotton', 'straight trousers', 0.62),
};
