import { isPrivateHost } from '@styling/fetching';
import { ConfigError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { OpenAI } from 'openai';
import { z } from 'zod';
import {
  type Attempt,
  type CallOptions,
  callThrough,
  connectAttempts,
  VendorError,
  vendorName,
} from '../frame/index.ts';
import type { OpenAiConfig } from './variables.ts';

export type Endpoint = {
  readonly variables: 'OPENAI_IMAGES' | 'OPENAI_CHAT';
  readonly path: '/images/edits' | '/chat/completions';
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Undefined: the only one of the server. */
  readonly model: string | undefined;
  /** Whether an answer costs money: then a request that may have been served is repeated only once, after a 503. */
  readonly isPaid: boolean;
};

/** How a kind of server differs from the others: by their documentation, sources and issues. */
type Dialect = {
  readonly name: 'openai' | 'litellm' | 'vllm' | 'sglang' | 'other';
  /** Form field of each picture. OpenAI refuses a repeated `image`, LiteLLM does not read `image[]`. */
  readonly pictureField: 'image' | 'image[]';
  /** Form fields besides the order. Some refuse unknown ones, others ignore them silently. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly hasSeed: boolean;
  /** Upright, of about a megapixel: `auto` is that of the first picture where the server is one's own. */
  readonly size: string;
};

const base64 = { n: '1', response_format: 'b64_json', output_format: 'jpeg' };
const own = { pictureField: 'image', parameters: base64, hasSeed: true, size: '768x1024' } as const;

const dialects = {
  // GPT image models always answer in base64, and refuse `response_format` and `seed`.
  openai: {
    name: 'openai',
    pictureField: 'image[]',
    parameters: { n: '1', output_format: 'jpeg' },
    hasSeed: false,
    size: '1024x1536',
  },
  // Passes on to many vendors, most of which refuse what they do not know.
  litellm: { name: 'litellm', pictureField: 'image', parameters: { n: '1' }, hasSeed: false, size: 'auto' },
  vllm: { name: 'vllm', ...own },
  sglang: { name: 'sglang', ...own },
  other: { name: 'other', pictureField: 'image', parameters: base64, hasSeed: false, size: 'auto' },
} as const satisfies Record<string, Dialect>;

const OPENAI_OWNERS = /^(system|openai|openai-internal|openai-dev)$/;
/** The time at which LiteLLM's list has every model created. */
const LITELLM_CREATED = 1677610602;

const modelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      owned_by: z.string().nullish().catch(undefined),
      created: z.number().nullish().catch(undefined),
    }),
  ),
});
export type ModelList = z.output<typeof modelList>['data'];

/** The kind of a server, by who owns its models. */
export function dialectOf(models: ModelList): Dialect {
  const areAll = (is: (model: ModelList[number]) => boolean) => models.length > 0 && models.every(is);
  const owner = models[0]?.owned_by ?? '';
  if (owner.startsWith('vllm')) return dialects.vllm;
  if (owner === 'sglang') return dialects.sglang;
  if (areAll(({ owned_by, created }) => owned_by === 'openai' && created === LITELLM_CREATED)) return dialects.litellm;
  if (models.some(({ owned_by }) => OPENAI_OWNERS.test(owned_by ?? ''))) return dialects.openai;
  return dialects.other;
}

export type Discovery = { readonly dialect: Dialect; readonly model: string };

export type Server = Awaited<ReturnType<typeof openServer>>;
type Api = ReturnType<typeof openAiApi>;

const TIMEOUT_MS = 10_000;

/** The configured image editor and language model. A server on a private host counts as one's own hardware. */
export function endpointsOf(config: OpenAiConfig): { readonly images: Endpoint; readonly chat: Endpoint } {
  const { OPENAI_IMAGES_BASE_URL: imagesUrl, OPENAI_CHAT_BASE_URL: chatUrl = imagesUrl } = config;
  // A key never goes to a server that it was not given for.
  const isShared = new URL(chatUrl).origin === new URL(imagesUrl).origin;
  return {
    images: {
      variables: 'OPENAI_IMAGES',
      path: '/images/edits',
      baseUrl: imagesUrl,
      apiKey: config.OPENAI_IMAGES_API_KEY,
      model: config.OPENAI_IMAGES_MODEL,
      isPaid: config.OPENAI_IMAGES_PAID ?? !isPrivateHost(imagesUrl),
    },
    chat: {
      variables: 'OPENAI_CHAT',
      path: '/chat/completions',
      baseUrl: chatUrl,
      apiKey: config.OPENAI_CHAT_API_KEY ?? (isShared ? config.OPENAI_IMAGES_API_KEY : undefined),
      model: config.OPENAI_CHAT_MODEL,
      isPaid: config.OPENAI_CHAT_PAID ?? !isPrivateHost(chatUrl),
    },
  };
}

/** Opens a server and finds out what it is; one not yet up is looked at again by each request. @throws ConfigError */
export async function openServer(endpoint: Endpoint, log: Logger) {
  const { attempt, close } = connectAttempts();
  const api = openAiApi(endpoint, attempt);
  const { variables: server } = endpoint;
  let known: Discovery | undefined;
  const find = async () => {
    if (known) return known;
    known = await discover(endpoint, api);
    log.info({ server, dialect: known.dialect.name, model: vendorName(known.model) }, 'model server found');
    return known;
  };
  await find().catch(async (error) => {
    if (error instanceof VendorError) return log.warn({ err: error, server }, 'model server not up yet');
    await close();
    throw error;
  });
  return {
    api,
    endpoint,
    /** Undefined while it is not up. */
    get known() {
      return known;
    },
    /** Short name of the model; empty if neither known nor configured. */
    get models(): string[] {
      const model = known?.model ?? endpoint.model;
      return model === undefined ? [] : [vendorName(model)];
    },
    /** @throws VendorError `unreachable`: still not up; ConfigError, as at the start */
    find,
    close,
  };
}

/** OpenAI's npm client: one request per call, never throws. The form is ours: not every server takes its `image[]`. */
function openAiApi({ baseUrl, apiKey }: Endpoint, attempt: Attempt) {
  const call = (options: CallOptions, use: (client: OpenAI) => Promise<unknown>) =>
    callThrough(attempt, options, (fetch) => {
      const client = new OpenAI({
        baseURL: baseUrl.replace(/\/$/, ''),
        // The client insists on a key, not every server does.
        apiKey: apiKey ?? 'none',
        ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
        organization: null,
        project: null,
        maxRetries: 0,
        logLevel: 'off',
        fetch,
      });
      return use(client);
    });
  return {
    listModels: (options: CallOptions) => call(options, (client) => client.models.list()),
    edit: (form: FormData, options: CallOptions) =>
      call(options, (client) => client.post('/images/edits', { body: form })),
    complete: (body: OpenAI.ChatCompletionCreateParamsNonStreaming, options: CallOptions) =>
      call(options, (client) => client.chat.completions.create(body)),
    download: (url: URL, options: CallOptions) => call(options, (client) => client.get(url.href)),
  };
}

/** Lists the models, and sends an empty request, which every server refuses and none bills. @throws as `find` */
async function discover(endpoint: Endpoint, api: Api): Promise<Discovery> {
  const { variables, path } = endpoint;
  const options = { timeoutMs: TIMEOUT_MS };
  const listed = await api.listModels(options);
  if (listed.outcome !== 'answered' || listed.status >= 500 || listed.status === 429) throw notUp(listed);
  if (listed.status === 401 || listed.status === 403) {
    throw new ConfigError(`${variables}_API_KEY: the server refuses it (${listed.status})`);
  }
  // Empty for a server without a list.
  const models = modelList.safeParse(listed.body).data?.data ?? [];
  const isEditor = path === '/images/edits';
  const probe = await (isEditor ? api.edit(new FormData(), options) : api.complete({} as never, options));
  if (probe.outcome !== 'answered' || probe.status >= 500) throw notUp(probe);
  if (probe.status === 404 || probe.status === 405) {
    throw new ConfigError(`${variables}_BASE_URL: the server has no ${path}`);
  }
  // An empty request that is no error was not understood.
  if (probe.status < 400) {
    throw new ConfigError(`${variables}_BASE_URL: the server answers ${probe.status} to an empty request to ${path}`);
  }
  return { dialect: dialectOf(models), model: modelOf(endpoint, models) };
}

function modelOf({ variables, model }: Endpoint, models: ModelList): string {
  const names = models.map(({ id }) => id);
  const [only, ...others] = names;
  if (model === undefined) {
    if (only !== undefined && others.length === 0) return only;
    throw new ConfigError(`${variables}_MODEL is not set, and the server lists ${names.length} models`);
  }
  // A gateway may list patterns.
  if (names.length > 0 && !names.includes(model) && !names.some((name) => name.includes('*'))) {
    throw new ConfigError(`${variables}_MODEL: the server does not list this model`);
  }
  return model;
}

const notUp = (cause: unknown) => new VendorError('unreachable', 'server not up', { nothingPaid: true, cause });
