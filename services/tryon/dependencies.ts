import type { CapabilityDependencies, PictureSources } from '@styling/capability';
import type { TryOnProvider } from './provider.ts';

/** Dependencies of the tryon service. */
export type TryOnDependencies = CapabilityDependencies &
  PictureSources & {
    readonly provider: TryOnProvider;
    /** Lifetime of images that are not stored permanently. */
    readonly temporaryTtlSeconds: number;
  };
