import { ReplicateError } from './replicate-error.ts';

/** The vendor's delivery hosts. */
const DELIVERY = /^([a-z\d-]+\.)*replicate\.delivery$/;

/**
 * The files of an output in order, whatever its shape (one URL, a list, an object): https URLs on the vendor's delivery
 * hosts, URLs on the API's own host (stand-ins serve their files themselves), and data URIs. Other strings are ignored.
 *
 * @param apiHost host and port of the API's base URL
 * @throws ReplicateError `failed`: no file, or one on any other host
 */
export function outputFiles(output: unknown, apiHost: string): [string, ...string[]] {
  const [first, ...others] = textsOf(output).flatMap((text) => {
    const url = URL.parse(text);
    if (!url) return [];
    if (url.protocol === 'data:') return [text];
    const delivered = url.protocol === 'https:' && url.port === '' && DELIVERY.test(url.hostname);
    const byApi = /^https?:$/.test(url.protocol) && url.host === apiHost;
    if (!delivered && !byApi) throw new ReplicateError('failed', 'output is on an unexpected host');
    return [text];
  });
  if (first === undefined) throw new ReplicateError('failed', 'output contains no file');
  return [first, ...others];
}

function textsOf(output: unknown): string[] {
  if (typeof output === 'string') return [output];
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(textsOf) : [];
}
