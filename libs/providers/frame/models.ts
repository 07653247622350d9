import type { ReportProgress } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import { pause } from '@styling/service';
import { count, type Logger, record } from '@styling/telemetry';
import type { z } from 'zod';

/** A picture for a model; errors name `field`, the field of the request it came from. */
export type SourcePicture = { readonly bytes: Uint8Array; readonly field: string };

/** The conditions under which a model works, apart from the order itself; see `Work` of @styling/capability. */
export type ModelWork = {
  /** Deadline of the request: nobody waits any longer. */
  readonly deadline: Date;
  readonly signal: AbortSignal;
  readonly progress?: ReportProgress;
  readonly charged?: ((charge: Charge) => void) | undefined;
  /** Prefix of the objects that hold this work's checkpoint state. They survive a crash and are deleted with the request. */
  readonly checkpointPrefix: string;
};

/** What a vendor charges for a piece of work. */
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
  /** Seed, for models that have one. */
  readonly seed?: number | undefined;
};

/** An order to a vision-language model; the answer is parsed with `schema`, which the model sees under `name`. */
export type AnswerOrder<Schema extends z.ZodType> = Pick<PictureOrder, 'prompt' | 'pictures'> & {
  readonly instructions: string;
  readonly name: string;
  readonly schema: Schema;
};

/** A picture that a model made: a JPEG marked as generated, without other metadata. */
export type EditedPicture = {
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Model and version. */
  readonly model: string;
  readonly seed?: number | undefined;
};

/**
 * A model that makes pictures of pictures.
 *
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, or one about an input picture
 */
export type ImageEditor = { generateImage(order: PictureOrder, work: ModelWork): Promise<EditedPicture> };

/** A model that answers questions about pictures. @throws as an {@link ImageEditor} */
export type PictureReader = {
  answer<Schema extends z.ZodType>(order: AnswerOrder<Schema>, work: ModelWork): Promise<z.output<Schema>>;
};

/** What a vendor's models are opened with. */
export type ModelDependencies = {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Between tries and looks; default `pause` of @styling/service. */
  readonly sleep?: typeof pause;
  /** Address of the object store; undefined: the default of the AWS SDK. */
  readonly s3Endpoint?: string | undefined;
};

/** A vendor's model, and what a service that uses it has to know. Requests in flight fail at `close`. */
export type OpenedModel<Port> = Port & {
  /** Requests that a worker sends at once. */
  readonly concurrency: number;
  /** Names as configured or found, the preferred one first. */
  readonly models: readonly string[];
  /** Where the settings decide. */
  readonly isPaid?: boolean;
  /** Pictures besides the first one, and what else the settings decide. */
  readonly abilities?: { readonly references: number; readonly seed: boolean; readonly text?: boolean };
  close(): Promise<void>;
};

/** A vendor's folder: it opens what its models can be. */
export type Vendor<Settings> = {
  openEditor(settings: Settings, deps: ModelDependencies): Promise<OpenedModel<ImageEditor>>;
  openReader(settings: Settings, deps: ModelDependencies): Promise<OpenedModel<PictureReader>>;
};

/** What waits between requests. `sleep` ends early when its signal is aborted; `random` gives 0 to 1. */
export type Pausing = Pick<Required<ModelDependencies>, 'log' | 'clock' | 'sleep'> & { readonly random: () => number };

type Given = Pick<ModelDependencies, 'log' | 'clock' | 'sleep'>;
export const pausing = ({ log, clock, sleep = pause }: Given): Pausing => ({ log, clock, sleep, random: Math.random });

/**
 * Adds a prediction that has ended to the metrics of duration and cost by model.
 * `model` is without its version, `status` that of the vendor, else `succeeded` or `failed`.
 *
 * @param seconds as measured by the vendor, else by the worker
 * @param usd US dollars; 0 without a price
 */
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
