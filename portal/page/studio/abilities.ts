import type { Client, Output } from '@styling/client';
import type { Category, Tab } from './order.ts';

/** What the configured models can do of what the studio can offer. */
export type Abilities = {
  readonly isAvailable: boolean;
  /** Whether garments can be described. */
  readonly words: boolean;
  /** Whether garments can be shown in pictures. */
  readonly pictures: boolean;
  readonly seed: boolean;
  readonly categories: readonly Category[];
};

type Capability = Output<'getCapabilities'>['capabilities'][number];

/** Until it is known, and where no provider has said: the service refuses what none can do. */
export const everything: Abilities = {
  isAvailable: true,
  words: true,
  pictures: true,
  seed: true,
  categories: ['auto', 'top', 'bottom', 'dress', 'outerwear', 'shoes', 'bag', 'hat', 'accessory'],
};

/** What can be offered in each tab. @throws ApiError, ConnectionError */
export async function readAbilities(client: Client, signal: AbortSignal): Promise<Readonly<Record<Tab, Abilities>>> {
  const { capabilities } = await client.call('getCapabilities', {}, { signal });
  const of = (name: Capability['capability']) =>
    abilitiesOf(capabilities.find(({ capability }) => capability === name));
  return { 'try-on': of('tryon'), 'style-me': of('style'), analyse: of('analysis') };
}

/** What one provider of a capability can do, all of them together can. */
function abilitiesOf({ available = true, providers = [] }: Partial<Capability> = {}): Abilities {
  if (providers.length === 0) return { ...everything, isAvailable: available };
  const abilities = providers.map((provider) => provider.abilities);
  return {
    isAvailable: available,
    words: abilities.some(({ text }) => text),
    pictures: abilities.some(({ references }) => references > 0),
    seed: abilities.some(({ seed }) => seed),
    categories: [...new Set(abilities.flatMap(({ categories }) => categories))],
  };
}
