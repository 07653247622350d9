import type { Abilities, Capability } from '@styling/contracts';
import type { pause } from '@styling/service';
import type { CapabilityDependencies } from '../work.ts';
import type { ProviderFor, ProviderName, SettingsOf } from './declared.ts';

export type Provider = {
  readonly name: string;
  readonly abilities: Abilities;
  readonly isPaid: boolean;
  /** The preferred one first; empty where the provider has no names for them. */
  readonly models: readonly string[];
  readonly concurrency: number;
  readonly savesCheckpoints: boolean;
  /** Loads in advance what its first request would wait for. */
  warm?(): void;
  close(): Promise<void>;
};

export type Made<T> = { readonly made: T; readonly by: string };

/** What opening a provider gives besides its port; what is left out is as declared. */
export type Opened = Pick<Provider, 'concurrency' | 'models' | 'close'> &
  Partial<Pick<Provider, 'isPaid' | 'warm'>> & {
    readonly abilities?: Partial<Abilities>;
  };

export type RoutingDependencies = Pick<CapabilityDependencies, 'bus' | 'store' | 'log' | 'clock'> & {
  readonly sleep?: typeof pause;
};

export type OpeningDependencies = Omit<RoutingDependencies, 'bus'> & {
  /** Address of the object store; undefined: the default of the AWS SDK. */
  readonly s3Endpoint: string | undefined;
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
export type Open<Settings, Port> = (settings: Settings, deps: OpeningDependencies) => Promise<Opened & Port>;
export type OpenProvider<Name extends ProviderName, Port> = Open<SettingsOf<Name>, Port>;

/** A module for each provider that does the capability, loaded when it is named. It exports `open`. */
export type Implementations<Of extends Capability, Port> = {
  readonly [Name in ProviderFor<Of>]: () => Promise<{ readonly open: OpenProvider<Name, Port> }>;
};
