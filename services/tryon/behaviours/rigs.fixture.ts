import type { ProviderFor } from '@styling/capability';
import {
  breaks,
  hangs,
  held,
  type OpenAiBehaviour,
  type RunBehaviour,
  refuses,
  startFakeModels,
} from '@styling/fake-models';

export type Case = 'well' | 'slowly' | 'away' | 'brokenPicture' | 'refusal' | 'hanging';

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
      refusal: refuses(),
      hanging: hangs(),
    } as const satisfies Record<Case, object>;
    return {
      variables: { STYLING_PROVIDER: 'replicate', ...fakes.variables },
      wrong: { REPLICATE_MODEL_IMAGE: 'nano' },
      secrets: [fakes.variables.REPLICATE_API_TOKEN, fakes.variables.REPLICATE_BASE_URL],
      behave(as) {
        fakes.replicate.reset();
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
      refusal: { fault: 'refused' },
    };
    return {
      variables,
      wrong: { OPENAI_IMAGES_SIZE: 'large' },
      secrets: [variables.OPENAI_IMAGES_API_KEY, variables.OPENAI_IMAGES_BASE_URL],
      behave(as) {
        fakes.openAi.reset();
        fakes.openAi.behave(cases[as]);
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
      hanging: held(),
    };
    return {
      variables: { ...comfyuiVariables, STYLING_PROVIDER: 'comfyui' },
      wrong: { COMFYUI_URL: 'my gpu' },
      secrets: [comfyuiVariables.COMFYUI_URL],
      behave(as) {
        comfyui.reset();
        comfyui.run([cases[as] ?? {}]);
        if (as === 'away') comfyui.script({ 'POST /upload/image': Array.from({ length: 12 }, () => 'reset' as const) });
      },
      asked: () => comfyui.prompts.length,
      running: () => comfyui.queue.running.length + comfyui.queue.pending.length,
      stop: () => fakes.stop(),
    };
  },
};
