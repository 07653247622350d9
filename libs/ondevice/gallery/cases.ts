import { type ColourName, clothColours } from '../garment/colour-names.ts';
import type { GarmentOrder } from '../order/garment-order.ts';
import type { TryOnRequest } from '../try-on.ts';
import { type FlatGarment, flatGarment } from './flat-garments.ts';
import { type Sitter, type SitterName, sitters } from './photographs.ts';

/** One picture of the gallery. `asked`: the expected colour of the measured part, if it is a single colour. */
export type Case = {
  name: string;
  sitter: SitterName;
  description: string;
  scene: 'studio' | 'kept' | { flat: FlatGarment } | { worn: SitterName; mode: TryOnRequest['mode'] };
  asked?: { colour: ColourName; part: 'top' | 'bottom' };
};

const studio = (
  sitter: SitterName,
  description: string,
  colour?: ColourName,
  part: 'top' | 'bottom' = 'top',
): Case => ({
  name: `${sitter}: ${description}`,
  ...{ sitter, description, scene: 'studio' },
  ...(colour && { asked: { colour, part } }),
});
const kept = (...of: Parameters<typeof studio>): Case => ({
  ...studio(...of),
  name: `${of[0]}, own scene: ${of[1]}`,
  scene: 'kept',
});
const flat = (sitter: SitterName, garment: FlatGarment, description: string): Case => ({
  name: `${sitter}: reference ${garment}`,
  ...{ sitter, description, scene: { flat: garment } },
});
const worn = (sitter: SitterName, by: SitterName, description: string, mode: TryOnRequest['mode']): Case => ({
  name: `${sitter}: what ${by} wears, ${mode === 'model_shot' ? 'studio' : 'and where'}`,
  ...{ sitter, description, scene: { worn: by, mode } },
});

/** Every kind of garment, colour, pattern, material and scene at least once, on easy and on hard photographs. */
export const cases: readonly Case[] = [
  studio('hopper', 'white shirt', 'white'),
  studio('hopper', 'black turtleneck', 'black'),
  studio('hopper', 'red t-shirt', 'red'),
  studio('hopper', 'light pink sweater', 'light pink'),
  studio('hopper', 'navy blazer with a white t-shirt', 'navy'),
  studio('hopper', 'brown leather jacket with a cream sweater', 'brown'),
  studio('hopper', 'blue denim jacket'),
  studio('hopper', 'floral dress'),
  kept('hopper', 'camel coat with a white t-shirt', 'camel'),
  studio('astronaut', 'white t-shirt', 'white'),
  studio('astronaut', 'navy and white striped sweater'),
  studio('astronaut', 'charcoal blazer and white t-shirt', 'charcoal'),
  studio('astronaut', 'yellow knit cardigan with a grey t-shirt', 'yellow'),
  studio('astronaut', 'black leather jacket', 'black'),
  kept('astronaut', 'dark green sweater', 'dark green'),
  studio('green', 'red polo and beige chinos', 'beige', 'bottom'),
  studio('green', 'white t-shirt and blue jeans', 'white'),
  kept('green', 'mustard blouse and white trousers', 'white', 'bottom'),
  studio('olive', 'royal blue dress', 'royal blue'),
  studio('olive', 'floral dress'),
  studio('olive', 'black and white polka dot dress'),
  kept('olive', 'burgundy velvet dress', 'burgundy'),
  studio('striped', 'emerald jumpsuit', 'emerald'),
  studio('striped', 'grey hoodie', 'grey'),
  studio('uniform', 'white shirt', 'white'),
  studio('uniform', 'red plaid shirt and black jeans'),
  kept('uniform', 'light blue denim jacket with a white t-shirt'),
  studio('purple', 'turquoise tank top', 'turquoise'),
  kept('purple', 'white linen shirt', 'white'),
  studio('skirt', 'pink sweater and grey skirt', 'grey', 'bottom'),
  studio('skirt', 'tan trench coat and black trousers'),
  kept('skirt', 'white blouse and red shorts', 'red', 'bottom'),
  studio('jeans', 'white t-shirt and light blue jeans'),
  kept('jeans', 'orange jacket and khaki trousers', 'khaki', 'bottom'),
  flat('hopper', 'printed tee', 'this t-shirt'),
  flat('hopper', 'striped sweater', 'this sweater'),
  flat('astronaut', 'plaid shirt', 'this shirt'),
  flat('green', 'printed tee', 'this t-shirt'),
  flat('green', 'grey trousers', 'these trousers'),
  flat('uniform', 'striped sweater', 'this sweater'),
  worn('hopper', 'astronaut', 'this suit', 'reference_environment'),
  worn('green', 'striped', 'this top', 'model_shot'),
  worn('astronaut', 'green', 'this top', 'reference_environment'),
];

/** The engine's order for a case. */
export async function requestOf({ sitter, description, scene }: Case): Promise<Extract<TryOnRequest, GarmentOrder>> {
  const selfie = await sitters[sitter].load();
  if (scene === 'studio') return { selfie, description, mode: 'model_shot' };
  if (scene === 'kept') return { selfie, description, mode: 'reference_environment' };
  if ('flat' in scene) return { selfie, description, mode: 'model_shot', reference: await flatGarment(scene.flat) };
  return { selfie, description, mode: scene.mode, reference: await sitters[scene.worn].load() };
}

/** The expected colour of a case in sRGB bytes, and the box to measure it in. */
export function askedOf({ asked, sitter }: Case) {
  const part = asked && (sitters[sitter] as Sitter)[asked.part];
  return asked && part ? { colour: clothColours[asked.colour], box: part } : undefined;
}
