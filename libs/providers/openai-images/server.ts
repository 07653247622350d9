import { isPrivateHost } from '@styling/fetching';
import { ConfigError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { OpenAI } from 'openai';
import { z } from 'zod';
import { type CallOptions, callThrough, connectAttempts, type Reply, VendorError, vendorName } from '../frame/index.ts';
import type { OpenAiConfig } from './variables.ts';

export type Endpoint = ReturnType<typeof endpointOf>;

/** How a kind of server differs from the others: by their documentation, sources and issues. */
type Dialect = {
  /** Form field of each picture. OpenAI refuses a repeated `image`, LiteLLM does not read `image[]`. */
  readonly pictureField: 'image' | 'image[]';
  /** Form fields besides the order. Some refuse unknown ones, others ignore them silently. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly hasSeed: boolean;
  /** Upright, of about a megapixel; `auto`: the server chooses; `any`: it takes the aspect of the selfie. */
  readonly size: string;
};

const base64 = { n: '1', response_format: 'b64_json', output_format: 'jpeg' };
const own = { pictureField: 'image', parameters: base64, hasSeed: true, size: 'any' } as const;

const dialects = {
  // GPT image models always answer in base64, and refuse `response_format` and `seed`.
  openai: { pictureField: 'image[]', parameters: { n: '1', output_format: 'jpeg' }, hasSeed: false, size: '1024x1536' },
  // Passes on to many vendors, most of which refuse what they do not know.
  litellm: { pictureField: 'image', parameters: { n: '1' }, hasSeed: false, size: 'auto' },
  vllm: own,
  sglang: own,
  other: { pictureField: 'image', parameters: base64, hasSeed: false, size: 'auto' },
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
export function dialectOf(models: ModelList): keyof typeof dialects {
  const owner = models[0]?.owned_by ?? '';
  if (owner.startsWith('vllm')) return 'vllm';
  if (owner === 'sglang') return 'sglang';
  const isOfLiteLlm = models.every(({ owned_by, created }) => owned_by === 'openai' && created === LITELLM_CREATED);
  if (models.length > 0 && isOfLiteLlm) return 'litellm';
  if (models.some(({ owned_by }) => OPENAI_OWNERS.test(owned_by ?? ''))) return 'openai';
  return 'other';
}

/** One request by OpenAI's npm client; never throws. Forms are ours: not every server takes its `image[]`. */
type Call = (options: CallOptions, use: (client: OpenAI) => Promise<unknown>) => Promise<Reply>;
export type Discovery = Awaited<ReturnType<typeof discover>>;

export type Server = Awaited<ReturnType<typeof openServer>>;

const TIMEOUT_MS = 10_000;

/** The configured image editor or language model. A server on a private host counts as one's own hardware. */
export function endpointOf(config: OpenAiConfig, variables: 'OPENAI_IMAGES' | 'OPENAI_CHAT') {
  const { OPENAI_IMAGES_BASE_URL: imagesUrl, OPENAI_IMAGES_API_KEY: imagesKey } = config;
  const baseUrl = config[`${variables}_BASE_URL`] ?? imagesUrl;
  // A key never goes to a server that it was not given for.
  const isShared = new URL(baseUrl).origin === new URL(imagesUrl).origin;
  return {
    variables,
    path: variables === 'OPENAI_IMAGES' ? '/images/edits' : '/chat/completions',
    baseUrl,
    apiKey: config[`${variables}_API_KEY`] ?? (isShared ? imagesKey : undefined),
    /** Undefined: the only one of the server. */
    model: config[`${variables}_MODEL`],
    /** Whether an answer costs money: then a request that may have been served is repeated only once, after a 503. */
    isPaid: config[`${variables}_PAID`] ?? !isPrivateHost(baseUrl),
  };
}

/** Opens a server and finds out what it is; one not yet up is looked at again by each request. @throws ConfigError */
export async function openServer(endpoint: Endpoint, log: Logger) {
  const { attempt, close } = connectAttempts();
  const { variables: server, baseUrl, apiKey } = endpoint;
  const call: Call = (options, use) =>
    callThrough(attempt, options, (fetch) =>
      use(
        new OpenAI({
          baseURL: baseUrl.replace(/\/$/, ''),
          // The client insists on a key, not every server does.
          apiKey: apiKey ?? 'none',
          ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
          organization: null,
          project: null,
          maxRetries: 0,
          logLevel: 'off',
          fetch,
        }),
      ),
    );
  let known: Discovery | undefined;
  const find = async () => {
    if (known) return known;
    known = await discover(endpoint, call);
    log.info({ server, dialect: known.kind, model: vendorName(known.model) }, 'model server found');
    return known;
  };
  await find().catch(async (error) => {
    if (error instanceof VendorError) return log.warn({ err: error, server }, 'model server not up yet');
    await close();
    throw error;
  });
  return {
    provider: 'openai-images',
    isPaid: endpoint.isPaid,
    call,
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

/** Lists the models, and sends an empty request, which every server refuses and none bills. @throws as `find` */
async function discover(endpoint: Endpoint, call: Call) {
  const { variables, path } = endpoint;
  const options = { timeoutMs: TIMEOUT_MS };
  const listed = await call(options, ({ models }) => models.list());
  if (listed.outcome !== 'answered' || listed.status >= 500 || listed.status === 429) throw notUp(listed);
  if (listed.status === 401 || listed.status === 403) {
    throw new ConfigError(`${variables}_API_KEY: the server refuses it (${listed.status})`);
  }
  // Empty for a server without a list.
  const models = modelList.safeParse(listed.body).data?.data ?? [];
  const empty = variables === 'OPENAI_IMAGES' ? new FormData() : {};
  const probe = await call(options, (client) => client.post(path, { body: empty }));
  if (probe.outcome !== 'answered' || probe.status >= 500) throw notUp(probe);
  if (probe.status === 404 || probe.status === 405) {
    throw new ConfigError(`${variables}_BASE_URL: the server has no ${path}`);
  }
  // An empty request that is no error was not understood.
  if (probe.status < 400) {
    throw new ConfigError(`${variables}_BASE_URL: the server answers ${probe.status} to an empty request to ${path}`);
  }
  const kind = dialectOf(models);
  return { kind, dialect: dialects[kind] as Dialect, model: modelOf(endpoint, models) };
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
