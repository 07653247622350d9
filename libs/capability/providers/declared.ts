import { crc32 } from 'node:zlib';
import { type Abilities, type Capability, everyCategory } from '@styling/contracts';
import { ondeviceVariables } from '@styling/ondevice/variables.ts';
import { comfyuiVariables } from '@styling/providers/comfyui/variables';
import { fashnVariables } from '@styling/providers/fashn/variables';
import { googleVariables } from '@styling/providers/google/variables';
import { openAiVariables } from '@styling/providers/openai-images/variables';
import { replicateVariables } from '@styling/providers/replicate/variables';
import { z } from 'zod';

export type ProviderDeclaration = {
  /** Each is among the `implementations` of the service. */
  readonly does: readonly Capability[];
  /** Its own variables, read only if it is named. Light: the vendor's library is loaded when the provider is opened. */
  readonly variables: z.ZodObject;
  /** Defaults; settings may narrow them, see `OpenedModel`. */
  readonly abilities: Abilities;
  /** Whether each picture or answer costs money; its settings may know better. */
  readonly isPaid: boolean;
  /** Whether it judges selfies itself; else they are checked before, see SELFIE_CHECK. */
  readonly judgesSelfies: boolean;
  /** Whether it stores checkpoint state under `work.checkpointPrefix`. */
  readonly savesCheckpoints: boolean;
};

const ALL = ['tryon', 'analysis', 'style'] as const;
const HOSTED = {
  abilities: {
    references: 1,
    text: true,
    seed: false,
    mask: false,
    cancellable: true,
    resumable: true,
    categories: everyCategory,
  },
  isPaid: true,
  judgesSelfies: false,
  savesCheckpoints: true,
};

/** Every provider by its name in STYLING_PROVIDER, declared once. */
export const providers = {
  ondevice: {
    does: ALL,
    variables: ondeviceVariables,
    abilities: {
      ...HOSTED.abilities,
      references: 6,
      seed: true,
      resumable: false,
      categories: ['auto', 'top', 'bottom', 'dress', 'outerwear'],
    },
    isPaid: false,
    judgesSelfies: true,
    savesCheckpoints: false,
  },
  // The models decide how many references, and whether there is a seed.
  replicate: { ...HOSTED, does: ALL, variables: replicateVariables },
  // The server decides whether there is a seed; the connection is all there is of its work.
  'openai-images': {
    ...HOSTED,
    does: ALL,
    variables: openAiVariables,
    abilities: { ...HOSTED.abilities, references: 3, resumable: false },
  },
  google: {
    ...HOSTED,
    does: ALL,
    variables: googleVariables,
    abilities: { ...HOSTED.abilities, references: 13, resumable: false },
  },
  // The workflow decides how many references, whether it takes a description, and whether there is a seed.
  comfyui: { ...HOSTED, does: ['tryon'], variables: comfyuiVariables, isPaid: false },
  // The model decides which categories.
  fashn: {
    ...HOSTED,
    does: ['tryon'],
    variables: fashnVariables,
    abilities: { ...HOSTED.abilities, text: false, seed: true, cancellable: false },
  },
} as const satisfies Record<string, ProviderDeclaration>;

export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as ProviderName[];

/** The declaration of a provider. */
export const providerOf = (name: ProviderName): ProviderDeclaration => providers[name];

export type ProviderFor<Of extends Capability> = {
  [Name in ProviderName]: Of extends (typeof providers)[Name]['does'][number] ? Name : never;
}[ProviderName];

export type SettingsOf<Name extends ProviderName> = Readonly<z.output<(typeof providers)[Name]['variables']>>;

export type Route = {
  readonly name: ProviderName;
  /** Its share of the requests, among the entries that have one; without, it is a fallback. */
  readonly weight?: number;
};

const ROUTES_FORM = `must be a list of ${providerNames.join(', ')}, each at most once and with or without a weight, such as ${providerNames[0]}:3`;
const ENTRY = /^([a-z][a-z0-9-]*)(?::([1-9]\d{0,3}))?$/;

/** Reads STYLING_PROVIDER, e.g. `openai-images:3,replicate,ondevice`. */
export const routeList = z.string().transform((text, { addIssue }): readonly Route[] => {
  const entries = text.split(',');
  const routes = entries.flatMap((entry): Route[] => {
    const [, named, weight] = ENTRY.exec(entry.trim()) ?? [];
    const name = providerNames.find((known) => known === named);
    return name ? [{ name, ...(weight !== undefined && { weight: Number(weight) }) }] : [];
  });
  if (new Set(routes.map(({ name }) => name)).size !== entries.length) addIssue(ROUTES_FORM);
  return routes;
});

/** Order of asking: weighted routes share by `key` (same key, same order in every process); others follow as listed. */
export function orderOf<Entry extends { readonly weight?: number | undefined }>(
  routes: readonly Entry[],
  key: string,
): Entry[] {
  const total = routes.reduce((sum, { weight = 0 }) => sum + weight, 0);
  if (total === 0) return [...routes];
  let left = crc32(key) % total;
  const first = routes.find(({ weight = 0 }) => {
    left -= weight;
    return left < 0;
  });
  return [...routes.filter((route) => route === first), ...routes.filter((route) => route !== first)];
}
