// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { type ColourCase, colourNames, namesOf } from './colour-case.ts';
import { photographedCases } from './photographed-cases.ts';

const topWearers = ['grace-hopper', 'astronaut'];
/** A standing person, visible down to the thighs. */
const bottomWearer = 'sample6, person 4';

/**
 * Every colour as a sweater and as trousers, painted by the try-on. The analysis should find the ordered colour. Both may
 * err, and common errors go unnoticed, so these cases are counted separately.
 */
export const dressedCases: readonly ColourCase[] = colourNames.flatMap((colour, index): ColourCase[] => [
  { ...dressed(topWearers[index % 2]!, `${colour} sweater`), top: namesOf(colour) },
  { ...dressed(bottomWearer, `${colour} trousers`), bottom: namesOf(colour) },
]);

function dressed(wearer: string, description: string): ColourCase {
  const person = photographedCases.find(({ name }) => name === wearer);
  if (!person) throw new Error(`unknown wearer ${wearer}`);
  return {
    name: `${wearer} in ${description}`,
    origin: 'dressed by the engine',
    picture: async (engine) =>
      (await engine.tryOn({ selfie: await person.picture(engine), description, mode: 'model_shot' })).image,
  };
}
