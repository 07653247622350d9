import type { CapabilityDependencies, PictureSources } from '@styling/capability';
import type { TryOnProviders } from './provider.ts';

/** Dependencies of the tryon service. */
export type TryOnDependencies = CapabilityDependencies &
  PictureSources & {
    readonly providers: TryOnProviders;
    /** Lifetime of images that are not stored permanently. */
    readonly temporaryTtlSeconds: number;
  };
