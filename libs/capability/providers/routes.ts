import { type ProviderName, providerNames } from './declared.ts';

/** One entry of STYLING_PROVIDER. */
export type Route = {
  readonly name: ProviderName;
  /** Its share of the requests, among the entries that have one; without, it is a fallback. */
  readonly weight?: number;
};

/** What STYLING_PROVIDER has to look like, for the line that refuses it. */
export const ROUTES_FORM = `must be a list of ${providerNames.join(', ')}, each at most once and with or without a weight, such as ${providerNames[0]}:3`;

const ENTRY = /^([a-z][a-z0-9-]*)(?::([1-9]\d{0,3}))?$/;

/** Reads STYLING_PROVIDER, e.g. `openai-images:3,replicate,ondevice`; undefined if it is not of that form. */
export function routesFrom(text: string): readonly Route[] | undefined {
  const routes = text.split(',').map((entry): Route | undefined => {
    const [, named, weight] = ENTRY.exec(entry.trim()) ?? [];
    const name = providerNames.find((known) => known === named);
    return name && { name, ...(weight !== undefined && { weight: Number(weight) }) };
  });
  const found = routes.flatMap((route) => route ?? []);
  const isDistinct = new Set(found.map(({ name }) => name)).size === routes.length;
  return isDistinct ? found : undefined;
}
