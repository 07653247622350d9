import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/** Variables of a service that uses the embedded engine. */
export const ondeviceVariables = z.object({
  ONDEVICE_THREADS: positiveInteger
    .optional()
    .describe('concurrent pictures of each worker; default: by cores and memory, at most 2'),
  ONDEVICE_IDLE_SECONDS: positiveInteger
    .default(120)
    .describe('after which the idle process of the engine ends and gives back its memory'),
});

/** Options of an engine; defaults as above. */
export type EngineOptions = { threads?: number | undefined; idleSeconds?: number | undefined };

/** The engine options from a service's variables. */
export const engineOptionsOf = (config: z.output<typeof ondeviceVariables>): EngineOptions => ({
  threads: config.ONDEVICE_THREADS,
  idleSeconds: config.ONDEVICE_IDLE_SECONDS,
});

/** Maximum number of threads: more do not make a service faster, as other services need the cores too. */
const mostThreads = 2;
/** Memory of a thread working on 1024 pixels, and of the service and the engine's process with its networks, in bytes; see `npm run engine-memory`. */
const perThread = 340e6;
const besides = 400e6;

/** Number of threads for a machine with this many cores and bytes of memory: at least one. */
export function threadsFor({ cores, memory }: { cores: number; memory: number }): number {
  return Math.max(1, Math.min(mostThreads, cores, Math.floor((memory - besides) / perThread)));
}
