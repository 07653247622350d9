import { randomUUID } from 'node:crypto';
import { normaliseJpeg } from '@styling/imaging';
import { reportPrediction, toPublicError, VendorError } from '@styling/model-api';
import type { ObjectStore } from '@styling/objectstore';
import { cancellationOf, pause, ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { connectApi } from './api.ts';
import { attemptInStore } from './checkpoint.ts';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import { fillWorkflow } from './fill-workflow.ts';
import { outputSize } from './output-size.ts';
import { fileOf, preparePictures, type SourcePicture } from './pictures.ts';
import { readWorkflowFile } from './read-workflow-file.ts';
import { requiredInputs } from './required-inputs.ts';
import { runWorkflow } from './run-workflow.ts';
import type { ComfyuiConfig } from './variables.ts';

/** An order to the operator's workflow. */
export type ComfyOrder = {
  readonly selfie: SourcePicture;
  /** Pictures of garments, at most as many as the workflow takes. */
  readonly garments: readonly SourcePicture[];
  /** The whole instruction, which counts the pictures from 1. */
  readonly prompt: string;
  /** The clothes alone, in the words of the client. */
  readonly description: string;
  readonly seed?: number | undefined;
};

export type ComfyWork = Bounds & {
  readonly progress: (stage: 'generating', fraction: number) => void;
  /** Prefix of the objects that hold this work's checkpoint state. */
  readonly checkpointPrefix: string;
};

export type ConnectDependencies = {
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Between tries and looks. */
  readonly sleep?: typeof pause;
  /** Time limit of one request, in ms; default 30,000. */
  readonly timeoutMs?: number;
};

/** From here on the picture is fetched, and made what is returned. */
const COPYING_FROM = 0.9;
const TIMEOUT_MS = 30_000;
/** Seeds of ComfyUI's nodes have 64 bits, ours 32. */
const SEEDS = 2 ** 32;
/** ComfyUI's text encoders load files that a prompt names like this. */
const EMBEDDING = /\bembedding\s*:/gi;

/** A ComfyUI server with the operator's workflow. */
export type Comfyui = ReturnType<typeof connectComfyui>;

/**
 * Reads the workflow and connects to the server, which may be started later.
 *
 * @throws ConfigError if the workflow cannot be used
 */
export function connectComfyui(
  { COMFYUI_URL, COMFYUI_WORKFLOW }: ComfyuiConfig,
  { store, log, clock, sleep = pause, timeoutMs = TIMEOUT_MS }: ConnectDependencies,
) {
  const workflow = readWorkflowFile(COMFYUI_WORKFLOW);
  const { output: node, model, references, text, seed: hasSeed } = workflow;
  const api = connectApi(COMFYUI_URL);
  const deps: ComfyDependencies = { api, clock, log, sleep, random: Math.random, newId: randomUUID, timeoutMs };
  const required = requiredInputs(deps, workflow.workflow);

  /**
   * Makes a picture: a JPEG marked as generated, without other metadata. A second call with the same `checkpointPrefix` resumes the first
   * one's prompt.
   *
   * @throws ServiceError `deadline_exceeded`, `unavailable`, `internal`, one about an input picture, the cancellation of `signal`
   */
  async function generateImage(order: ComfyOrder, work: ComfyWork) {
    const pictures = await preparePictures([order.selfie, ...order.garments]);
    const [selfie] = pictures;
    if (!selfie) throw new Error('an order without a selfie');
    const seed = order.seed ?? Math.floor(Math.random() * SEEDS);
    const texts = { prompt: withoutFiles(order.prompt), description: withoutFiles(order.description) };
    const inputsOf = await required(pictures.length <= references, work);
    const begun = clock().getTime();
    const report = (status: 'succeeded' | 'failed') =>
      reportPrediction({ provider: 'comfyui', model, status, seconds: (clock().getTime() - begun) / 1000 });
    const picture = await runWorkflow(deps, {
      deadline: work.deadline,
      signal: work.signal,
      pictures,
      node,
      checkpoint: attemptInStore(store, `${work.checkpointPrefix}prompt.json`),
      onProgress: (fraction) => work.progress('generating', COPYING_FROM * fraction),
      promptOf: (attempt) => {
        const names = pictures.map(({ placeholder }) => {
          const { subfolder, filename } = fileOf(attempt, placeholder);
          return [placeholder, `${subfolder}/${filename}`] as const;
        });
        const filled = fillWorkflow(
          workflow,
          { ...texts, ...outputSize(selfie), seed, ...Object.fromEntries(names) },
          inputsOf,
        );
        if (!filled) throw new VendorError('invalid', 'the workflow cannot run without the picture of a garment');
        return filled;
      },
    }).catch((error) => {
      // A canceled one, or one that another worker goes on with, is no failure of the server.
      if (error instanceof VendorError) report('failed');
      throw error;
    });
    report('succeeded');
    const {
      bytes: image,
      width,
      height,
    } = await normaliseJpeg(picture.bytes, { generated: true }).catch((cause) => {
      throw new VendorError('failed', 'output is not a usable picture', { cause });
    });
    return { image, width, height, model, ...(hasSeed && { seed: order.seed }) };
  }

  return {
    model,
    /** Pictures of garments, whether it takes a description, and whether it has a seed. */
    abilities: { references, text, seed: hasSeed },
    generateImage: (order: ComfyOrder, work: ComfyWork) =>
      generateImage(order, work).catch((error) => {
        if (work.signal.aborted) {
          throw cancellationOf(work.signal) ?? new ServiceError('unavailable', {}, { cause: work.signal.reason });
        }
        throw error instanceof VendorError ? toPublicError(error) : error;
      }),
    close: api.close,
  };
}

const withoutFiles = (text: string): string => text.replaceAll(EMBEDDING, 'embedding ');
