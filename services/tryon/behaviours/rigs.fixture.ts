import type { ProviderFor } from '@styling/capability';
import {
  breaks,
  type FashnBehaviour,
  type GoogleBehaviour,
  hangs,
  held,
  type OpenAiBehaviour,
  type RunBehaviour,
  refuses,
  startFakeModels,
} from '@styling/fake-models';

export type Case = 'well' | 'slowly' | 'away' | 'brokenPicture' | 'unchanged' | 'unchangedOnce' | 'refusal' | 'hanging';

export type Rig = {
  readonly variables: Readonly<Record<string, string>>;
  readonly wrong: Readonly<Record<string, string>>;
  /** In no event and no log line. */
  readonly secrets: readonly string[];
  /** From now on; forgets what was asked before. */
  behave(as: Case): void;
  /** Pictures asked for, and those of them still in work. */
  asked(): number;
  running(): number;
  stop(): Promise<void>;
};

/** The selfie in place of a picture. */
const UNCHANGED = { end: { paints: 'unchanged' } } as const;
const HALF = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export const rigs: { readonly [Name in ProviderFor<'tryon'>]: () => Promise<Rig> } = {
  ondevice: async () => ({
    variables: { STYLING_PROVIDER: 'ondevice', ONDEVICE_THREADS: '1' },
    wrong: { ONDEVICE_THREADS: 'many' },
    secrets: [],
    behave: () => {},
    asked: () => 0,
    running: () => 0,
    stop: async () => {},
  }),
  replicate: async () => {
    const fakes = await startFakeModels();
    const cases = {
      well: {},
      slowly: { takesMs: 500 },
      away: breaks(503),
      brokenPicture: { end: { deliveries: [{ status: 200, body: HALF }] } },
      unchanged: UNCHANGED,
      unchangedOnce: {},
      refusal: refuses(),
      hanging: hangs(),
    } as const satisfies Record<Case, object>;
    return {
      variables: { STYLING_PROVIDER: 'replicate', ...fakes.variables },
      wrong: { REPLICATE_MODEL_IMAGE: 'nano' },
      secrets: [fakes.variables.REPLICATE_API_TOKEN, fakes.variables.REPLICATE_BASE_URL],
      behave(as) {
        fakes.replicate.reset();
        if (as === 'unchangedOnce') fakes.replicate.script([UNCHANGED]);
        for (const model of ['google/nano-banana-2', 'bytedance/seedream-4.5'])
          fakes.replicate.behave(model, cases[as]);
      },
      asked: () => fakes.replicate.counts.creates,
      running: () => fakes.replicate.predictions.filter(({ status }) => /starting|processing/.test(status)).length,
      stop: () => fakes.stop(),
    };
  },
  'openai-images': async () => {
    const fakes = await startFakeModels();
    const variables = fakes.openAi.variables();
    const cases: Readonly<Record<Case, OpenAiBehaviour>> = {
      well: {},
      slowly: { takesMs: 500 },
      hanging: { takesMs: 600_000 },
      away: { fault: 'not loaded' },
      brokenPicture: { fault: 'half a picture' },
      unchanged: { fault: 'unchanged' },
      unchangedOnce: {},
      refusal: { fault: 'refused' },
    };
    return {
      variables,
      wrong: { OPENAI_IMAGES_SIZE: 'large' },
      secrets: [variables.OPENAI_IMAGES_API_KEY, variables.OPENAI_IMAGES_BASE_URL],
      behave(as) {
        fakes.openAi.reset();
        fakes.openAi.behave(cases[as]);
        if (as === 'unchangedOnce') fakes.openAi.script([cases.unchanged]);
      },
      asked: () => fakes.openAi.counts.edits,
      running: () => fakes.openAi.running,
      stop: () => fakes.stop(),
    };
  },
  comfyui: async () => {
    const fakes = await startFakeModels();
    const { comfyui, comfyuiVariables } = fakes;
    const cases: Partial<Record<Case, RunBehaviour>> = {
      slowly: { takesMs: 500 },
      brokenPicture: { saves: Buffer.from('<html>') },
      unchanged: UNCHANGED.end,
      unchangedOnce: UNCHANGED.end,
      hanging: held(),
    };
    return {
      variables: { ...comfyuiVariables, STYLING_PROVIDER: 'comfyui' },
      wrong: { COMFYUI_URL: 'my gpu' },
      secrets: [comfyuiVariables.COMFYUI_URL],
      behave(as) {
        comfyui.reset();
        const run = cases[as] ?? {};
        comfyui.run(as === 'unchangedOnce' ? [run] : [run, run]);
        if (as === 'away') comfyui.script({ 'POST /upload/image': Array.from({ length: 12 }, () => 'reset' as const) });
      },
      asked: () => comfyui.prompts.length,
      running: () => comfyui.queue.running.length + comfyui.queue.pending.length,
      stop: () => fakes.stop(),
    };
  },
  fashn: async () => {
    const fakes = await startFakeModels();
    const { FASHN_API_KEY, FASHN_BASE_URL } = fakes.variables;
    const cases: Readonly<Record<Case, FashnBehaviour>> = {
      well: {},
      slowly: { takesMs: 500 },
      // It cannot be cancelled.
      hanging: { takesMs: 2_200 },
      away: { run: { status: 503, body: 'upstream connect error' } },
      brokenPicture: { makes: HALF },
      unchanged: { paints: 'unchanged' },
      unchangedOnce: {},
      refusal: { error: 'ContentModerationError' },
    };
    return {
      variables: { STYLING_PROVIDER: 'fashn', FASHN_API_KEY, FASHN_BASE_URL },
      wrong: { FASHN_MODEL: 'tryon-v0' },
      secrets: [FASHN_API_KEY, FASHN_BASE_URL],
      behave(as) {
        fakes.fashn.reset();
        fakes.fashn.behave(cases[as]);
        if (as === 'unchangedOnce') fakes.fashn.script([cases.unchanged]);
      },
      asked: () => fakes.fashn.counts.runs,
      running: () => fakes.fashn.running,
      stop: () => fakes.stop(),
    };
  },
  google: async () => {
    const fakes = await startFakeModels();
    const { GOOGLE_API_KEY, GOOGLE_BASE_URL } = fakes.variables;
    const cases: Readonly<Record<Case, GoogleBehaviour>> = {
      well: {},
      slowly: { takesMs: 500 },
      hanging: { takesMs: 600_000 },
      away: { fault: 'overloaded' },
      brokenPicture: { fault: 'half a picture' },
      unchanged: { fault: 'unchanged' },
      unchangedOnce: {},
      refusal: { fault: 'filtered' },
    };
    return {
      variables: { STYLING_PROVIDER: 'google', GOOGLE_API_KEY, GOOGLE_BASE_URL },
      wrong: { GOOGLE_MODEL_IMAGE: 'gemini-3.8-flash' },
      secrets: [GOOGLE_API_KEY, GOOGLE_BASE_URL],
      behave(as) {
        fakes.google.reset();
        fakes.google.behave(cases[as]);
        if (as === 'unchangedOnce') fakes.google.script([cases.unchanged]);
      },
      asked: () => fakes.google.counts.requests,
      running: () => fakes.google.running,
      stop: () => fakes.stop(),
    };
  },
};
