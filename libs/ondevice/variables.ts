import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/** Variables of a service that runs the embedded engine. */
export const ondeviceVariables = z.object({
  /** Pictures at the same time; by default what the machine bears. */
  ONDEVICE_THREADS: positiveInteger.optional(),
  /** After how long without work a thread ends and gives its memory back. */
  ONDEVICE_IDLE_SECONDS: positiveInteger.default(30),
  /** Path of a .tflite file laid out as Google's selfie_multiclass_256x256; without it, the engine does without. */
  ONDEVICE_SEGMENTATION_MODEL: z.string().optional(),
});

/** How an engine runs; what is not given is by default as above. */
export type EngineOptions = {
  threads?: number | undefined;
  idleSeconds?: number | undefined;
  /** Path of a .tflite file. */
  segmentationModel?: string | undefined;
};

/** The engine that a service's variables want. */
export const engineOptionsOf = (config: z.output<typeof ondeviceVariables>): EngineOptions => ({
  threads: config.ONDEVICE_THREADS,
  idleSeconds: config.ONDEVICE_IDLE_SECONDS,
  segmentationModel: config.ONDEVICE_SEGMENTATION_MODEL,
});
