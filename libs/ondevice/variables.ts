import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/** Variables of a service that uses the embedded engine. */
export const ondeviceVariables = z.object({
  /** Concurrent pictures; default: derived from cores and memory. */
  ONDEVICE_THREADS: positiveInteger.optional(),
  /** Idle time after which the engine's process ends and gives back its memory. */
  ONDEVICE_IDLE_SECONDS: positiveInteger.default(120),
});

/** Options of an engine; defaults as above. */
export type EngineOptions = {
  threads?: number | undefined;
  idleSeconds?: number | undefined;
};

/** The engine options from a service's variables. */
export const engineOptionsOf = (config: z.output<typeof ondeviceVariables>): EngineOptions => ({
  threads: config.ONDEVICE_THREADS,
  idleSeconds: config.ONDEVICE_IDLE_SECONDS,
});
