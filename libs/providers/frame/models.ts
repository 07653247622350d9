import type { Abilities, GarmentCategory, ReportProgress } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import { pause } from '@styling/service';
import { count, type Logger, record } from '@styling/telemetry';
import type { z } from 'zod';

/** A picture for a model; errors name `field`, the field of the request it came from. */
export type SourcePicture = { readonly bytes: Uint8Array; readonly field: string };

/** The conditions of a model's work. */
export type ModelWork = {
  /** Some seconds before that of the request. */
  readonly deadline: Date;
  /** Aborted to stop the work; `cancellationOf(signal)` is undefined on a shutdown, as a redelivery resumes it. */
  readonly signal: AbortSignal;
  readonly progress?: ReportProgress;
  /**
   * Called for each charge, also of failures; again after a redelivery. Then no other provider is asked. Never throws.
   */
  readonly charged?: (charge: Charge) => void;
  /** Prefix of the objects with this work's checkpoint state; they survive a crash and are deleted with the request. */
  readonly checkpointPrefix: string;
};

export type Charge = {
  /** The vendor's id of what it charges for, the same whenever it is reported. */
  readonly id: string;
  readonly model: string;
  /** US dollars; 0 where the price is unknown. */
  readonly usd: number;
};

/** An order to an image editor; the prompt counts the pictures from 1. */
export type PictureOrder = {
  readonly prompt: string;
  readonly pictures: readonly SourcePicture[];
  /** The clothes alone, in the words of the client, for workflows with an instruction of their own. */
  readonly description?: string;
  /** For try-on models: the category of the only garment, and the scene in words; undefined: that of picture 1. */
  readonly category?: GarmentCategory;
  readonly scenePrompt?: string | undefined;
  readonly seed?: number | undefined;
};

/** An order to a vision-language model; the answer is parsed with `schema`, which the model sees under `name`. */
export type AnswerOrder<Schema extends z.ZodType> = Pick<PictureOrder, 'prompt' | 'pictures'> & {
  readonly instructions: string;
  readonly name: string;
  readonly schema: Schema;
};

/** A JPEG that a model made, marked as generated, without other metadata; `model` includes the version. */
export type EditedPicture = {
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly model: string;
  readonly seed?: number | undefined;
  /** See the contracts; default: none. */
  readonly approximations?: readonly string[];
};

/**
 * Makes pictures of pictures.
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, or one about an input picture
 */
export type ImageEditor = { generateImage(order: PictureOrder, work: ModelWork): Promise<EditedPicture> };

/** Answers questions about pictures. @throws as an {@link ImageEditor} */
export type PictureReader = {
  answer<Schema extends z.ZodType>(order: AnswerOrder<Schema>, work: ModelWork): Promise<z.output<Schema>>;
};

export type ModelDependencies = {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Why what a model made of a person's picture is of no use, in a word, by detectors; absent if the operator turned them off. */
  readonly judgePicture?:
    | ((
        picture: { readonly made: Uint8Array; readonly person: Uint8Array },
        signal: AbortSignal,
      ) => Promise<string | undefined>)
    | undefined;
  /** Default `pause` of @styling/service. */
  readonly sleep?: typeof pause;
  /** Address of the object store; undefined: the default of the AWS SDK. */
  readonly s3Endpoint?: string | undefined;
};

/** A vendor's model, and what a service that uses it has to know. Requests in flight fail at `close`. */
export type OpenedModel<Port> = Port & {
  readonly concurrency: number;
  /** The preferred one first; empty where the provider has no names for them. */
  readonly models: readonly string[];
  readonly isPaid?: boolean;
  /** Those that the settings decide. */
  readonly abilities?: Partial<Abilities>;
  /** Loads in advance what its first request would wait for. */
  warm?(): void;
  close(): Promise<void>;
};

export type Vendor<Settings> = {
  openEditor(settings: Settings, deps: ModelDependencies): Promise<OpenedModel<ImageEditor>>;
  openReader(settings: Settings, deps: ModelDependencies): Promise<OpenedModel<PictureReader>>;
};

/** What waits between requests. `sleep` ends early when its signal is aborted; `random` gives 0 to 1. */
export type Pausing = Pick<Required<ModelDependencies>, 'log' | 'clock' | 'sleep'> & { readonly random: () => number };

type Given = Pick<ModelDependencies, 'log' | 'clock' | 'sleep'>;
export const pausing = ({ log, clock, sleep = pause }: Given): Pausing => ({ log, clock, sleep, random: Math.random });

/** Adds an ended prediction to the metrics; `model` without its version, `usd` in US dollars, 0 without a price. */
export function reportPrediction(
  { provider, model, status }: { readonly provider: string; readonly model: string; readonly status: string },
  seconds: number | undefined,
  usd = 0,
): void {
  const attributes = { 'styling.provider': provider, 'styling.model': model, 'styling.prediction.status': status };
  if (seconds !== undefined) record('styling.prediction.duration', seconds, attributes);
  // 0 too: a counter's first increase shows only if it was there before.
  count('styling.prediction.cost', usd, attributes);
}
