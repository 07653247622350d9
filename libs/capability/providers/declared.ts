import { type Abilities, type Capability, everyCategory } from '@styling/contracts';
import { ondeviceVariables } from '@styling/ondevice/variables.ts';
import { comfyuiVariables } from '@styling/providers/comfyui/variables';
import { openAiVariables } from '@styling/providers/openai-images/variables';
import { replicateVariables } from '@styling/providers/replicate/variables';
import type { z } from 'zod';

/** What is known of a provider before it is opened. */
export type ProviderDeclaration = {
  /** The capabilities that it implements: each has its module among the `implementations` of the service. */
  readonly does: readonly Capability[];
  /** Its own variables, read only if it is named. Light: the vendor's library is loaded when the provider is opened. */
  readonly variables: z.ZodObject;
  /** Defaults; settings may narrow them, see `Opened`. */
  readonly abilities: Abilities;
  /** Whether each picture or answer costs money; its settings may know better. */
  readonly isPaid: boolean;
  /** Whether it judges selfies itself; else they are checked before, see SELFIE_CHECK. */
  readonly judgesSelfies: boolean;
  /** Whether it stores checkpoint state under `work.checkpointPrefix`. */
  readonly savesCheckpoints: boolean;
};

/** Every provider by its name in STYLING_PROVIDER, declared once. */
export const providers = {
  ondevice: {
    does: ['tryon', 'analysis', 'style'],
    variables: ondeviceVariables,
    abilities: {
      references: 6,
      text: true,
      seed: true,
      mask: false,
      cancellable: true,
      resumable: false,
      categories: ['auto', 'top', 'bottom', 'dress', 'outerwear'],
    },
    isPaid: false,
    judgesSelfies: true,
    savesCheckpoints: false,
  },
  replicate: {
    does: ['tryon', 'analysis', 'style'],
    variables: replicateVariables,
    abilities: {
      // The models decide how many references, and whether there is a seed.
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
  },
  'openai-images': {
    does: ['tryon', 'analysis', 'style'],
    variables: openAiVariables,
    abilities: {
      // The server decides whether there is a seed; the connection is all there is of its work.
      references: 3,
      text: true,
      seed: false,
      mask: false,
      cancellable: true,
      resumable: false,
      categories: everyCategory,
    },
    isPaid: true,
    judgesSelfies: false,
    savesCheckpoints: true,
  },
  comfyui: {
    does: ['tryon'],
    variables: comfyuiVariables,
    abilities: {
      // The workflow decides how many references, whether it takes a description, and whether there is a seed.
      references: 1,
      text: true,
      seed: false,
      mask: false,
      cancellable: true,
      resumable: true,
      categories: everyCategory,
    },
    isPaid: false,
    judgesSelfies: false,
    savesCheckpoints: true,
  },
} as const satisfies Record<string, ProviderDeclaration>;

export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as ProviderName[];

/** The declaration of a provider. */
export const providerOf = (name: ProviderName): ProviderDeclaration => providers[name];

/** Names of the providers that implement a capability. */
export type ProviderFor<Of extends Capability> = {
  [Name in ProviderName]: Of extends (typeof providers)[Name]['does'][number] ? Name : never;
}[ProviderName];

/** The settings of a provider: its variables as they were read. */
export type SettingsOf<Name extends ProviderName> = Readonly<z.output<(typeof providers)[Name]['variables']>>;
