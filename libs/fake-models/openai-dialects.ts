import type { FakeResponse } from './exchange.ts';

/** Name of a server whose variety of the API the stand-in speaks. `vllm` has a language model only. */
export type OpenAiServer = 'openai' | 'litellm' | 'vllm-omni' | 'sglang' | 'vllm';

/** Differences between servers of OpenAI's API, by their documentation and sources. */
export type OpenAiDialect = {
  /** Members of every entry of its list of models. */
  readonly model: { readonly owned_by: string; readonly created: number };
  readonly models: readonly string[];
  /** Form fields that it reads pictures from; anything else is unknown to it. */
  readonly pictureFields: readonly string[];
  /** Whether several pictures may have a field name without brackets. */
  readonly repeats: boolean;
  /** `refused`: an unknown parameter is an error. `ignored`: it is dropped silently. */
  readonly unknown: 'refused' | 'ignored';
  readonly hasSeed: boolean;
  readonly responseFormats: readonly string[];
  readonly error: (status: number, message: string, code?: string) => FakeResponse;
};

export const IMAGE_MODEL = 'black-forest-labs/FLUX.2-klein-4B';
export const CHAT_MODEL = 'Qwen/Qwen3-VL-8B-Instruct';
/** Creation time in LiteLLM's list, the same for every model. */
const LITELLM_CREATED = 1677610602;

const error = (status: number, message: string, code: string | null = null): FakeResponse => ({
  status,
  body: { error: { message, type: status === 400 ? 'invalid_request_error' : 'server_error', param: null, code } },
});

const hosted = { hasSeed: false, responseFormats: [], error } as const;
const selfHosted = {
  models: [IMAGE_MODEL],
  pictureFields: ['image', 'image[]'],
  repeats: true,
  unknown: 'ignored',
  hasSeed: true,
  error: (status: number, message: string): FakeResponse => ({ status, body: { detail: message } }),
} as const;

export const dialects: Readonly<Record<OpenAiServer, OpenAiDialect>> = {
  openai: {
    ...hosted,
    model: { owned_by: 'system', created: 1745517030 },
    models: ['gpt-image-1', 'gpt-5-mini', 'gpt-4o'],
    pictureFields: ['image', 'image[]'],
    repeats: false,
    unknown: 'refused',
  },
  litellm: {
    ...hosted,
    model: { owned_by: 'openai', created: LITELLM_CREATED },
    models: ['gpt-image-1', 'gemini-image', 'gpt-5-mini'],
    pictureFields: ['image'],
    repeats: true,
    unknown: 'ignored',
    error: (status, message) => error(status, `litellm.BadRequestError: OpenAIException - ${message}`, String(status)),
  },
  'vllm-omni': { ...selfHosted, model: { owned_by: 'vllm-omni', created: 0 }, responseFormats: ['b64_json'] },
  sglang: { ...selfHosted, model: { owned_by: 'sglang', created: 0 }, responseFormats: ['b64_json', 'url'] },
  vllm: {
    ...selfHosted,
    model: { owned_by: 'vllm', created: 1763800000 },
    models: [CHAT_MODEL],
    responseFormats: [],
    error,
  },
};
