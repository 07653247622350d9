import type { Abilities, Capability } from '@styling/contracts';
import type { pause } from '@styling/service';
import type { CapabilityDependencies } from '../work.ts';
import type { ProviderFor, ProviderName, SettingsOf } from './declared.ts';

/** The part of a provider that does not depend on the capability. */
export type Provider = {
  readonly name: string;
  readonly abilities: Abilities;
  /** Whether what it is asked for costs money. */
  readonly isPaid: boolean;
  /** Models as configured, the preferred one first; empty where the provider has no names for them. */
  readonly models: readonly string[];
  /** Number of requests it processes concurrently. */
  readonly concurrency: number;
  /** Whether it stores checkpoint state under `work.checkpointPrefix`. */
  readonly savesCheckpoints: boolean;
  /** Loads in advance what its first request would wait for. */
  warm?(): void;
  close(): Promise<void>;
};

/** What a provider made, and its name. */
export type Made<T> = { readonly made: T; readonly by: string };

/** What opening a provider gives besides its port; what is left out is as declared. */
export type Opened = Pick<Provider, 'concurrency' | 'models' | 'close'> &
  Partial<Pick<Provider, 'isPaid' | 'warm'>> & {
    /** What its settings decide of its abilities. */
    readonly abilities?: Partial<Abilities>;
  };

/** What the providers of a capability use. */
export type RoutingDependencies = Pick<CapabilityDependencies, 'bus' | 'store' | 'log' | 'clock'> & {
  /** Pause between tries and looks; default: that of `@styling/service`. */
  readonly sleep?: typeof pause;
};

/** What a provider is opened with, besides its settings. */
export type OpeningDependencies = Omit<RoutingDependencies, 'bus'> & {
  /** Address of the object store; undefined: the default of the AWS SDK. */
  readonly s3Endpoint: string | undefined;
  /**
   * Hosted models would invent a person where a selfie shows none: to be called before the first paid call. Accepts
   * everything where SELFIE_CHECK is `off`, and for a provider that judges selfies itself.
   *
   * @returns whether it was checked
   * @throws ServiceError `no_person`, `several_people`, `not_an_image`, `bad_image_size`; all of `selfie_base64`
   */
  readonly checkSelfie: (selfie: Uint8Array, signal: AbortSignal) => Promise<boolean>;
};

/**
 * Opens the port of one capability. Whatever its operations throw is a ServiceError of status 4xx about the request, `unavailable` if
 * a retry can help, or `deadline_exceeded`; anything else is an internal error. Only if its cause has a true `nothingPaid`, for all
 * deliveries of the work, is another provider asked that costs money. All deliveries together make at most two attempts that may be paid.
 *
 * @throws ConfigError of one line that names the wrong variable
 */
export type Open<Settings, Port> = (settings: Settings, deps: OpeningDependencies) => Promise<Opened & Port>;
export type OpenProvider<Name extends ProviderName, Port> = Open<SettingsOf<Name>, Port>;

/** A module for each provider that does the capability, loaded when it is named. It exports `open`. */
export type Implementations<Of extends Capability, Port> = {
  readonly [Name in ProviderFor<Of>]: () => Promise<{ readonly open: OpenProvider<Name, Port> }>;
};
