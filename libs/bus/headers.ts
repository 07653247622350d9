import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';

/** Headers of a message by name. */
export const readHeaders = (headers: MsgHdrs | undefined): Record<string, string> =>
  Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers?.get(name) ?? '']));

/** Headers to publish. Those that NATS gave a message (`Nats-…`) are left out: they would act again. */
export function toHeaders(entries: Readonly<Record<string, string>>): MsgHdrs {
  const headers = createHeaders();
  for (const [name, value] of Object.entries(entries)) {
    if (!name.toLowerCase().startsWith('nats-')) headers.set(name, value);
  }
  return headers;
}
