import type { Capability } from '@styling/contracts';

/** A request whose body is valid, for a capability to do. */
export type Submission<Fields extends object> = {
  readonly capability: Capability;
  /** A contract with the capability, e.g. `TryOnInput`. */
  readonly fields: Fields;
  /** Images of the body, by the name of their field. */
  readonly pictures?: Readonly<Record<string, Uint8Array>>;
  /** How many images the request may make. */
  readonly images: number;
  /** What it costs of the day, default 1. */
  readonly cost?: number;
};
