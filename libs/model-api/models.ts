import type { ReportProgress } from '@styling/contracts';
import type { z } from 'zod';

/** A picture for a model; errors name `field`, the field of the request it came from. */
export type SourcePicture = { readonly bytes: Uint8Array; readonly field: string };

/** The conditions under which a model works, apart from the order itself. */
export type ModelWork = {
  /** Deadline of the request: nobody waits any longer. */
  readonly deadline: Date;
  /** See `Work` of @styling/capability. */
  readonly signal: AbortSignal;
  readonly progress?: ReportProgress;
  /** Called for everything that cost something, in US dollars; again, with the same id, when it is resumed. */
  readonly charged?:
    | ((charge: { readonly id: string; readonly model: string; readonly usd: number }) => void)
    | undefined;
  /** Prefix of the objects that hold this work's checkpoint state. They survive a crash and are deleted with the request. */
  readonly checkpointPrefix: string;
};

/** An order to an image editor; the prompt counts the pictures from 1. */
export type PictureOrder = {
  readonly prompt: string;
  readonly pictures: readonly SourcePicture[];
  /** Seed, for models that have one. */
  readonly seed?: number | undefined;
};

/** An order to a vision-language model; the answer is parsed with `schema`, which the model sees under `name`. */
export type AnswerOrder<Schema extends z.ZodType> = Omit<PictureOrder, 'seed'> & {
  readonly instructions: string;
  readonly name: string;
  readonly schema: Schema;
};

/** A picture that a model made: a JPEG marked as generated, without other metadata. */
export type EditedPicture = {
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Model and version that made it. */
  readonly model: string;
  /** Absent where the model has none. */
  readonly seed?: number | undefined;
};

/** A model that makes pictures of pictures. */
export type ImageEditor = {
  /** @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, or one about an input picture */
  generateImage(order: PictureOrder, work: ModelWork): Promise<EditedPicture>;
};

/** A model that answers questions about pictures. */
export type PictureReader = {
  /** @throws ServiceError, as `generateImage` of an {@link ImageEditor} */
  answer<Schema extends z.ZodType>(order: AnswerOrder<Schema>, work: ModelWork): Promise<z.output<Schema>>;
};
