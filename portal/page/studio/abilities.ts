import type { Client } from '@styling/client';
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

type Capability = Awaited<ReturnType<typeof capabilitiesOf>>[number];
const NAMES: Readonly<Record<Tab, Capability['capability']>> = {
  'try-on': 'tryon',
  'style-me': 'style',
  analyse: 'analysis',
};

/** Until it is known, and where no provider has said: the service refuses what none can do. */
export const everything: Abilities = {
  isAvailable: true,
  words: true,
  pictures: true,
  seed: true,
  categories: ['auto', 'top', 'bottom', 'dress', 'outerwear', 'shoes', 'bag', 'hat', 'accessory'],
};

const capabilitiesOf = async (client: Client, signal: AbortSignal) =>
  (await client.call('getCapabilities', {}, { signal })).capabilities;

/** What can be offered in each tab. @throws ApiError, ConnectionError */
export async function readAbilities(client: Client, signal: AbortSignal): Promise<Readonly<Record<Tab, Abilities>>> {
  const capabilities = await capabilitiesOf(client, signal);
  const of = (tab: Tab) => abilitiesOf(capabilities.find(({ capability }) => capability === NAMES[tab]));
  return { 'try-on': of('try-on'), 'style-me': of('style-me'), analyse: of('analyse') };
}

/** What one provider of a capability can do, all of them together can. */
export function abilitiesOf(capability: Pick<Capability, 'available' | 'providers'> | undefined): Abilities {
  if (!capability || capability.providers.length === 0) {
    return { ...everything, isAvailable: capability?.available ?? true };
  }
  const abilities = capability.providers.map((provider) => provider.abilities);
  return {
    isAvailable: capability.available,
    words: abilities.some(({ text }) => text),
    pictures: abilities.some(({ references }) => references > 0),
    seed: abilities.some(({ seed }) => seed),
    categories: [...new Set(abilities.flatMap(({ categories }) => categories))],
  };
}
