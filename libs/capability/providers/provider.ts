import type { Abilities, Capability } from '@styling/contracts';
import type { ModelDependencies, OpenedModel } from '@styling/providers';
import type { CapabilityDependencies } from '../work.ts';
import type { ProviderFor, SettingsOf } from './declared.ts';

export type Provider = Omit<OpenedModel<object>, 'isPaid' | 'abilities'> & {
  readonly name: string;
  readonly abilities: Abilities;
  readonly isPaid: boolean;
  readonly savesCheckpoints: boolean;
  /** See `Route`. */
  readonly weight?: number | undefined;
};

export type Made<T> = { readonly made: T; readonly by: string };

export type RoutingDependencies = ModelDependencies & Pick<CapabilityDependencies, 'bus'>;

export type OpeningDependencies = ModelDependencies & {
  /**
   * To be called before the first paid call, as hosted models invent a person. False where nothing had to be checked.
   * @throws ServiceError `no_person`, `several_people`, `not_an_image`, `bad_image_size`; all of `selfie_base64`
   */
  readonly checkSelfie: (selfie: Uint8Array, signal: AbortSignal) => Promise<boolean>;
};

/**
 * Opens the port of one capability. Its operations throw ServiceErrors: 4xx about the request, `unavailable` if a retry
 * can help, `deadline_exceeded`; all else is internal. Only a cause with a true `nothingPaid`, for all deliveries, lets
 * another paid provider be asked. All deliveries together make at most two attempts that may be paid.
 * @throws ConfigError of one line that names the wrong variable
 */
export type Open<Settings, Port> = (settings: Settings, deps: OpeningDependencies) => Promise<OpenedModel<Port>>;

/** Opens each provider that does the capability, and loads its library only then. */
export type Implementations<Of extends Capability, Port> = {
  readonly [Name in ProviderFor<Of>]: Open<SettingsOf<Name>, Port>;
};
