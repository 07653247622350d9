import { VendorError } from '@styling/model-api';
import { ConfigError } from '@styling/service';
import type { Api } from './api.ts';
import { type Dialect, dialectOf, type ModelList, modelList } from './dialect.ts';
import type { Endpoint } from './endpoints.ts';

/** What was found out of a server. */
export type Discovery = { readonly dialect: Dialect; readonly model: string };

const TIMEOUT_MS = 10_000;
/** Statuses of a path that a server does not have. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405]);

/**
 * Finds out what a server is: from its list of models, and by an empty request to `path`, which every server refuses and none
 * bills.
 *
 * @throws ConfigError of one line that names the wrong variable; VendorError `unreachable`: it is not up yet
 */
export async function discover(endpoint: Endpoint, api: Api, path: string): Promise<Discovery> {
  const { variables } = endpoint;
  const models = await listModels(endpoint, api);
  const probe = await api.post(path, path.includes('images') ? new FormData() : {}, { timeoutMs: TIMEOUT_MS });
  if (probe.outcome !== 'answered' || probe.status >= 500) throw notUp(probe);
  if (NO_ROUTE.has(probe.status)) throw new ConfigError(`${variables}_BASE_URL: the server has no ${path}`);
  // An empty request that is no error was not understood.
  if (probe.status < 400) {
    throw new ConfigError(`${variables}_BASE_URL: the server answers ${probe.status} to an empty request to ${path}`);
  }
  return { dialect: dialectOf(models), model: modelOf(endpoint, models) };
}

/** Empty for a server without a list. */
async function listModels({ variables }: Endpoint, api: Api): Promise<ModelList> {
  const reply = await api.get('/models', { timeoutMs: TIMEOUT_MS });
  if (reply.outcome !== 'answered' || reply.status >= 500 || reply.status === 429) throw notUp(reply);
  if (reply.status === 401 || reply.status === 403) {
    throw new ConfigError(`${variables}_API_KEY: the server refuses it (${reply.status})`);
  }
  return modelList.safeParse(reply.body).data?.data ?? [];
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
