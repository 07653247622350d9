import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { type Answer, type FakeResponse, formOf, jsonOf, type Received } from './exchange.ts';
import { answerAbout, digestOf, type PaintingFault, paint } from './made-up.ts';
import { Scripted } from './scripted.ts';

/** Name of a server whose variety of the API the stand-in speaks. `vllm` has a language model only. */
export type OpenAiServer = 'openai' | 'litellm' | 'vllm-omni' | 'vllm-omni-0.24' | 'sglang' | 'vllm';

/** Differences between servers of OpenAI's API, by their documentation and sources. */
type Dialect = {
  readonly models: readonly string[];
  readonly listed: { readonly owned_by: string; readonly created: number };
  readonly pictureFields: readonly string[];
  /** Whether it refuses unknown parameters and a repeated name; the others ignore them silently. */
  readonly isStrict: boolean;
  readonly hasSeed: boolean;
  /** Pictures of one edit. */
  readonly most?: number;
  readonly error: (status: number, message: string, code?: string) => FakeResponse;
};

export const IMAGE_MODEL = 'black-forest-labs/FLUX.2-klein-4B';
export const CHAT_MODEL = 'Qwen/Qwen3-VL-8B-Instruct';
const FIELDS = ['image', 'image[]'];

const error = (status: number, message: string, code: string | null = null): FakeResponse => ({
  status,
  body: { error: { message, type: status === 400 ? 'invalid_request_error' : 'server_error', param: null, code } },
});
const own = { pictureFields: FIELDS, isStrict: false, hasSeed: true } as const;
/** By the sources and tests of vLLM-Omni's `api_server.py`. */
const vllmOmni = {
  ...own,
  models: [IMAGE_MODEL],
  listed: { owned_by: 'vllm-omni', created: 0 },
  error: (status: number, message: string): FakeResponse => ({ status, body: { detail: message } }),
} as const;
const dialects: Readonly<Record<OpenAiServer, Dialect>> = {
  openai: {
    models: ['gpt-image-1', 'gpt-5-mini', 'gpt-4o'],
    listed: { owned_by: 'system', created: 1745517030 },
    pictureFields: FIELDS,
    isStrict: true,
    hasSeed: false,
    error,
  },
  litellm: {
    models: ['gpt-image-1', 'gemini-image', 'gpt-5-mini'],
    // The same for every model.
    listed: { owned_by: 'openai', created: 1677610602 },
    pictureFields: ['image'],
    isStrict: false,
    hasSeed: false,
    error,
  },
  'vllm-omni': { ...vllmOmni, most: 4 },
  // Before FLUX.2 [klein] was registered as a model of several pictures, September 2026.
  'vllm-omni-0.24': { ...vllmOmni, most: 1 },
  // By its `image_api.py`.
  sglang: {
    ...own,
    models: ['FireRedTeam/FireRed-Image-Edit-1.1'],
    listed: { owned_by: 'sglang', created: 1790000000 },
    error: vllmOmni.error,
  },
  vllm: { ...own, models: [CHAT_MODEL], listed: { owned_by: 'vllm', created: 1763800000 }, error },
};

/** A fault of one request; `declined`: in a completion of status 200. */
export type OpenAiFault =
  | keyof typeof faults
  | keyof typeof laterFaults
  | 'declined'
  | 'half a picture'
  | 'empty'
  | PaintingFault;

/** How the stand-in treats one request; anything left out succeeds. */
export type OpenAiBehaviour = {
  readonly fault?: OpenAiFault;
  /** `Retry-After` of `throttled`: seconds, or an HTTP date. */
  readonly retryAfter?: string;
  /** Run time, in ms. Work that its client has left is abandoned. */
  readonly takesMs?: number;
  /** Answers with an address in place of the picture, made of the path at which it serves that. */
  readonly url?: (path: string) => string;
};

type Asked = {
  readonly route: 'edit' | 'chat';
  readonly model: string;
  readonly instructions: string;
  readonly prompt: string;
  readonly pictures: readonly Uint8Array[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly schema?: object;
};

const ROUTE = /^\/openai\/([\w.-]+)\/v1(\/.*)$/;
const KEY = 'sk-fake';
const KNOWN =
  /^(model|prompt|n|size|quality|background|output_format|output_compression|user|input_fidelity|moderation|stream|mask)$/;
const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/;
const CHAT_REFUSAL = "I'm sorry, but I can't help with identifying what is in this picture.";

/** In place of an answer: nothing is made. */
const faults = {
  reset: 'reset',
  hang: 'hang',
  garbage: 'garbage',
  throttled: [429, 'Rate limit reached for images per minute.', 'rate_limit_exceeded'],
  'out of credit': [
    429,
    'You exceeded your current quota, please check your plan and billing details.',
    'insufficient_quota',
  ],
  refused: [
    400,
    'Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID req_4711. safety_violations=[sexual].',
    'moderation_blocked',
  ],
  'not loaded': [503, 'Multi-stage engine not initialized. Start server with a multi-stage omni model.'],
  crashed: [500, 'Image edit failed: CUDA out of memory at http://gpu-7.internal:8000/worker with key sk-live-4711'],
  rejected: [400, "Invalid size format: '1024x'. Expected format: 'WIDTHxHEIGHT' (e.g., '1024x1024')."],
} as const satisfies Record<string, string | Parameters<Dialect['error']>>;
/** In place of what was made and billed. */
const laterFaults = {
  'reset after': 'reset',
  'unavailable after': { status: 503, body: 'upstream connect error' },
} as const satisfies Record<string, Answer>;

/** OpenAI's API and its imitations under `/openai/<server>/v1`; each request takes the next behaviour of the script. */
export class FakeOpenAi extends Scripted<OpenAiBehaviour> {
  /** Requests received; `made` pictures and completions would be billed; `abandoned` ones were left by their client. */
  readonly counts = { edits: 0, chats: 0, made: 0, abandoned: 0 };
  readonly asked: Asked[] = [];
  readonly #origin: string;
  readonly #pictures = new Map<string, Uint8Array>();
  /** Requests in work. */
  running = 0;

  constructor(origin: string, takesMs: number) {
    super({ takesMs });
    this.#origin = origin;
  }

  override reset(): void {
    super.reset();
    this.asked.length = 0;
    Object.assign(this.counts, { edits: 0, chats: 0, made: 0, abandoned: 0 });
  }

  /** Variables that point a service at a server; one without a language model has `vllm` for analysis and advice. */
  variables(server: OpenAiServer = 'vllm-omni') {
    const { models } = dialects[server];
    const isWhole = models.length > 1;
    const baseUrl = (name: OpenAiServer) => `${this.#origin}/openai/${name}/v1`;
    return {
      STYLING_PROVIDER: 'openai-images',
      OPENAI_IMAGES_BASE_URL: baseUrl(server),
      OPENAI_IMAGES_API_KEY: KEY,
      OPENAI_IMAGES_MODEL: models[0] ?? '',
      OPENAI_CHAT_BASE_URL: baseUrl(isWhole ? server : 'vllm'),
      OPENAI_CHAT_API_KEY: KEY,
      OPENAI_CHAT_MODEL: isWhole ? 'gpt-5-mini' : CHAT_MODEL,
    };
  }

  async handle(received: Received): Promise<Answer> {
    const [, name = '', path = ''] = ROUTE.exec(received.url.pathname) ?? [];
    const notFound: Answer = { status: 404, body: { detail: 'Not Found' } };
    if (!Object.hasOwn(dialects, name)) return notFound;
    const server = name as OpenAiServer;
    const dialect = dialects[server];
    if (received.headers.authorization !== `Bearer ${KEY}`) {
      return dialect.error(401, 'Incorrect API key provided: sk-****.');
    }
    const route = `${received.method} ${path}`;
    if (route === 'GET /models') {
      const data = dialect.models.map((id) => ({ id, object: 'model', ...dialect.listed }));
      return { status: 200, body: { object: 'list', data } };
    }
    if (route.startsWith('GET /images/')) {
      const body = this.#pictures.get(path.split('/')[2] ?? '');
      return body ? { status: 200, body, headers: { 'content-type': 'application/octet-stream' } } : notFound;
    }
    const isEdit = route === 'POST /images/edits' && server !== 'vllm';
    const isChat = route === 'POST /chat/completions' && (dialect.models.length > 1 || server === 'vllm');
    if (!isEdit && !isChat) return notFound;
    const asked = isEdit ? await readEdit(received, dialect) : readChat(received, dialect);
    if ('status' in asked) return asked;
    this.counts[isEdit ? 'edits' : 'chats']++;
    this.asked.push(asked);
    return this.#make(received, asked, server);
  }

  /** What a request ends with: a fault, or what is made unless its client leaves before. */
  async #make({ gone }: Received, asked: Asked, server: OpenAiServer): Promise<Answer> {
    const behaviour = this.taken();
    const { fault, retryAfter, takesMs = 0 } = behaviour;
    if (fault && fault in faults) {
      const before: string | Parameters<Dialect['error']> = faults[fault as keyof typeof faults];
      if (typeof before === 'string') return before as Answer;
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return { ...dialects[server].error(...before), headers };
    }
    this.running++;
    try {
      await sleep(takesMs, undefined, { signal: gone });
    } catch {
      this.counts.abandoned++;
      return 'hang';
    } finally {
      this.running--;
    }
    const answer = await (asked.route === 'edit' ? this.#edit(asked, server, behaviour) : complete(asked, behaviour));
    if (answer.status === 200) this.counts.made++;
    return fault && fault in laterFaults ? laterFaults[fault as keyof typeof laterFaults] : answer;
  }

  async #edit(
    { prompt, pictures, parameters }: Asked,
    server: OpenAiServer,
    { fault, url }: OpenAiBehaviour,
  ): Promise<FakeResponse> {
    const [, wide, high] = /^(\d+)x(\d+)$/.exec(parameters.size ?? '') ?? [];
    const seed = (dialects[server].hasSeed && parameters.seed) || randomUUID();
    const painting = fault === 'unchanged' || fault === 'another aspect' ? fault : undefined;
    const aspectRatio = wide && high ? `${wide}:${high}` : '3:4';
    const options = { aspectRatio, format: 'jpeg', fault: painting } as const;
    const whole = await paint([prompt, ...pictures.slice(1).map(digestOf), seed].join('\n'), pictures[0], options);
    const sized =
      wide && high && painting !== 'another aspect'
        ? await sharp(whole).resize(Number(wide), Number(high)).toBuffer()
        : whole;
    const picture = fault === 'half a picture' ? sized.subarray(0, sized.length >> 1) : sized;
    const id = randomUUID();
    this.#pictures.set(id, picture);
    const path = `/openai/${server}/v1/images/${id}/content`;
    const entry = url ? { url: url(path) } : { b64_json: picture.toString('base64') };
    return { status: 200, body: { created: 1780000000, data: fault === 'empty' ? [] : [entry] } };
  }
}

async function readEdit(received: Received, dialect: Dialect): Promise<Asked | FakeResponse> {
  const parameters: Record<string, string> = {};
  const pictures: Blob[] = [];
  for (const [name, value] of await formOf(received)) {
    if (typeof value !== 'string') {
      if (!dialect.pictureFields.includes(name)) continue;
      if (name === 'image' && pictures.length > 0 && dialect.isStrict) {
        return dialect.error(400, "Duplicate parameter: 'image'. You provided multiple values for this parameter.");
      }
      pictures.push(value);
    } else if (dialect.isStrict && !KNOWN.test(name)) {
      return dialect.error(400, `Unknown parameter: '${name}'.`, 'unknown_parameter');
    } else parameters[name] = value;
  }
  const { model = '', prompt } = parameters;
  if (prompt === undefined || pictures.length === 0) return dialect.error(400, 'Missing required parameter.');
  const { most } = dialect;
  if (most && pictures.length > most) {
    const received = `Received ${most === 1 ? 'multiple' : pictures.length} input images.`;
    const allowed = most === 1 ? 'Only a single image is' : `At most ${most} images are`;
    return dialect.error(400, `${received} ${allowed} supported by this model.`);
  }
  const [served] = dialect.models;
  if (most && model !== served) {
    return dialect.error(400, `Model mismatch: request specifies '${model}' but server is running '${served}'.`);
  }
  const bytes = await Promise.all(pictures.map((picture) => picture.bytes()));
  return { route: 'edit', model, instructions: '', prompt, pictures: bytes, parameters };
}

const image = z.object({ url: z.string().regex(DATA_URL) });
const part = z.object({ text: z.string().optional(), image_url: image.optional() });
const chat = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.array(part) }),
  ]),
  response_format: z.object({ json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }) }),
});

function readChat(received: Received, dialect: Dialect): Asked | FakeResponse {
  const { data } = chat.safeParse(jsonOf(received));
  if (!data) return dialect.error(400, 'We could not parse the body of your request.');
  const [system, user] = data.messages;
  return {
    route: 'chat',
    model: data.model,
    instructions: system.content,
    prompt: user.content.flatMap(({ text }) => text ?? []).join('\n'),
    pictures: user.content
      .flatMap(({ image_url }) => image_url ?? [])
      .map(({ url }) => Buffer.from(url.replace(DATA_URL, ''), 'base64')),
    parameters: {},
    schema: data.response_format.json_schema.schema,
  };
}

async function complete(
  { model, instructions, prompt, pictures, schema }: Asked,
  { fault }: OpenAiBehaviour,
): Promise<FakeResponse> {
  const text = JSON.stringify(await answerAbout(schema ?? {}, { instructions, prompt, picture: pictures[0] }));
  const isCut = fault === 'half a picture';
  const isDeclined = fault === 'declined';
  const message = {
    role: 'assistant',
    content: fault === 'empty' || isDeclined ? null : isCut ? text.slice(0, text.length / 2) : text,
    refusal: isDeclined ? CHAT_REFUSAL : null,
  };
  const choices = [{ index: 0, message, finish_reason: isCut ? 'length' : 'stop' }];
  return { status: 200, body: { id: `chatcmpl-${randomUUID()}`, object: 'chat.completion', model, choices } };
}
