import { connectAttempts, VendorError, vendorName } from '@styling/model-api';
import type { Logger } from '@styling/telemetry';
import { type Api, apiOf } from './api.ts';
import { type Discovery, discover } from './discover.ts';
import type { Endpoint } from './endpoints.ts';

/** A server and what was found out of it. */
export type Server = {
  readonly api: Api;
  readonly endpoint: Endpoint;
  /** Undefined while it is not up. */
  readonly known: Discovery | undefined;
  /** @throws VendorError `unreachable`: still not up; ConfigError, as at the start */
  find(): Promise<Discovery>;
  /** Requests in flight fail. */
  close(): Promise<void>;
};

/**
 * Opens a server and finds out what it is. One that is not up yet, as it may load its model for minutes, is looked at again by
 * each request.
 *
 * @param path that it has to have
 * @throws ConfigError of one line that names the wrong variable
 */
export async function openServer(endpoint: Endpoint, path: string, log: Logger): Promise<Server> {
  const { attempt, close } = connectAttempts();
  const api = apiOf(endpoint, attempt);
  let known: Discovery | undefined;
  const find = async () => {
    if (known) return known;
    const found = await discover(endpoint, api, path);
    log.info(
      { server: endpoint.variables, dialect: found.dialect.name, model: vendorName(found.model) },
      'model server found',
    );
    known = found;
    return found;
  };
  await find().catch(async (error) => {
    if (error instanceof VendorError)
      return log.warn({ err: error, server: endpoint.variables }, 'model server not up yet');
    await close();
    throw error;
  });
  return {
    api,
    endpoint,
    get known() {
      return known;
    },
    find,
    close,
  };
}
