import type { ObjectStore } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import {
  type AttemptRules,
  type EditedPicture,
  type ImageEditor,
  type ModelDependencies,
  type ModelWork,
  makeAttempts,
  modelInputs,
  type OpenedModel,
  outputSize,
  type PictureOrder,
  pausing,
  reportPrediction,
  seedOf,
  send,
  usablePicture,
  VendorError,
} from '../frame/index.ts';
import { type ComfyDependencies, connectApi } from './api.ts';
import { repeatable, runPrompt } from './run-prompt.ts';
import {
  type ComfyuiConfig,
  fillWorkflow,
  PICTURES,
  type RequiredInputs,
  readWorkflowFile,
  type Workflow,
} from './workflow.ts';

type OpeningDependencies = Omit<ModelDependencies, 'store'> & {
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  readonly timeoutMs?: number;
};

/** Progress from which the picture is fetched, and made what is returned. */
const COPYING_FROM = 0.9;
const TIMEOUT_MS = 30_000;
/** In pixels: workflows scale down to a megapixel or two. */
const MAX_SIDE = 2048;
/** Seeds of ComfyUI's nodes have 64 bits, ours 32. */
const SEEDS = 2 ** 32;
/** ComfyUI's text encoders load files that a prompt names like this. */
const EMBEDDING = /\bembedding\s*:/gi;

const checkpoint = z.object({ id: z.uuid(), number: z.int() });
/** A prompt's id is saved before it is sent, so that the server can be asked whether it has it. */
const rules = {
  tries: 2,
  isPaid: false,
  outlivesWorker: true,
  checkpoint: 'prompt.json',
  // An earlier version reads `prompt`.
  encode: ({ attempt, id }) => JSON.stringify({ id, prompt: id, number: attempt + 1 }),
  decode(saved) {
    const { number, id } = checkpoint.parse(JSON.parse(saved));
    return { attempt: number - 1, phase: 'created', id };
  },
} satisfies Omit<AttemptRules<string>, 'models'>;
const declaration = z.object({ input: z.object({ required: z.record(z.string(), z.unknown()).catch({}) }) });

/** Reads the workflow and connects to the server, which may be started later. @throws ConfigError: unusable workflow */
export async function openEditor(
  { COMFYUI_URL, COMFYUI_WORKFLOW, COMFYUI_CONCURRENCY }: ComfyuiConfig,
  { store, judgePicture, timeoutMs = TIMEOUT_MS, ...others }: OpeningDependencies,
): Promise<OpenedModel<ImageEditor>> {
  const { model, ...workflow } = readWorkflowFile(COMFYUI_WORKFLOW);
  const { output: node, references, text, seed: hasSeed, sized } = workflow;
  const api = connectApi(COMFYUI_URL);
  const deps = { ...pausing(others), store, api, timeoutMs, judgePicture };
  const { clock } = deps;
  let required: RequiredInputs | undefined;

  /** The selfie comes first. A second call with the same `checkpointPrefix` resumes the first one's prompt. */
  async function generateImage(order: PictureOrder, work: ModelWork): Promise<EditedPicture> {
    const inputs = await modelInputs(order.pictures, MAX_SIDE);
    const [selfie] = inputs;
    if (!selfie || inputs.length > PICTURES.length) throw new Error(`an order of ${inputs.length} pictures`);
    const size = outputSize(selfie);
    const values = {
      prompt: withoutFiles(order.prompt),
      description: withoutFiles(order.description ?? ''),
      ...size,
    };
    const firstSeed = order.seed ?? Math.floor(Math.random() * SEEDS);
    const begun = clock().getTime();
    const report = (status: 'succeeded' | 'failed') =>
      reportPrediction({ provider: 'comfyui', model, status }, (clock().getTime() - begun) / 1000);
    const onProgress = (fraction: number) => work.progress?.('generating', COPYING_FROM * fraction);
    const fill = (seed: number, names: readonly string[]) => {
      const pictures = Object.fromEntries(names.map((name, index) => [PICTURES[index], name]));
      const filled = fillWorkflow(workflow, { ...values, seed, ...pictures }, required ?? new Map());
      if (!filled) throw new VendorError('invalid', 'the workflow cannot run without the picture of a garment');
      return filled;
    };
    const pictures = inputs.map(({ bytes }) => bytes);
    const aspect = sized ? size.width / size.height : undefined;
    const expected = { person: order.pictures[0]?.bytes, aspect, provider: 'comfyui', model };
    const picture = await makeAttempts(deps, work, { ...rules, models: [model] }, async (attempt) => {
      // Only an order that lacks a picture needs to know what else cannot run then.
      if (pictures.length <= references) required ??= await requiredInputs(deps, workflow.workflow, work);
      const seed = seedOf(firstSeed, attempt.number);
      const asked = { pictures, node, onProgress, fill: (names: readonly string[]) => fill(seed, names) };
      const made = await usablePicture(deps, await runPrompt(deps, asked, work, attempt), expected, work.signal);
      return { ...made, seed };
    }).catch((error) => {
      // A cancelled one, or one that another worker resumes, is no failure of the server.
      if (error instanceof ServiceError && error.cause instanceof VendorError) report('failed');
      throw error;
    });
    report('succeeded');
    const { seed, ...made } = picture;
    return { ...made, model, ...(hasSeed && order.seed !== undefined && { seed }) };
  }

  return {
    concurrency: COMFYUI_CONCURRENCY,
    models: [model],
    abilities: { references, text, seed: hasSeed },
    generateImage,
    close: api.close,
  };
}

const withoutFiles = (text: string): string => text.replaceAll(EMBEDDING, 'embedding ');

/** Asks which inputs the nodes cannot run without. @throws VendorError; see `send` */
async function requiredInputs(deps: ComfyDependencies, workflow: Workflow, work: ModelWork): Promise<RequiredInputs> {
  const classes = new Set(Object.values(workflow).map(({ class_type }) => class_type));
  const declared = await Promise.all(
    [...classes].map(async (name) => {
      const rules = repeatable('look-up of a node', deps);
      const { body } = await send(deps, work, rules, (options) => deps.api.objectInfo(name, options));
      const { data } = z.record(z.string(), z.unknown()).safeParse(body);
      const { data: found } = declaration.safeParse(data?.[name]);
      return found ? [[name, Object.keys(found.input.required)] as const] : [];
    }),
  );
  return new Map(declared.flat());
}
