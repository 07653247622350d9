import { VendorError } from '@styling/model-api';

/** The vendor's delivery hosts. */
const DELIVERY = /^([a-z\d-]+\.)*replicate\.delivery$/;

/** Whether a URL is https on the vendor's delivery hosts. */
export const isDelivery = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && DELIVERY.test(hostname);

/**
 * Whether a URL is on the API's own host: stand-ins serve their files themselves.
 *
 * @param apiHost host and port of the API's base URL
 */
export const isOfApi = ({ protocol, host }: URL, apiHost: string): boolean =>
  /^https?:$/.test(protocol) && host === apiHost;

/**
 * The files of an output in order, whatever its shape (one URL, a list, an object): URLs of delivery or of the API itself, and data
 * URIs. Other strings are ignored.
 *
 * @throws VendorError `failed`: no file, or one on any other host
 */
export function outputFiles(output: unknown, apiHost: string): [string, ...string[]] {
  const [first, ...others] = textsOf(output).flatMap((text) => {
    const url = URL.parse(text);
    if (!url) return [];
    if (url.protocol === 'data:') return [text];
    if (!isDelivery(url) && !isOfApi(url, apiHost)) throw new VendorError('failed', 'output is on an unexpected host');
    return [text];
  });
  if (first === undefined) throw new VendorError('failed', 'output contains no file');
  return [first, ...others];
}

function textsOf(output: unknown): string[] {
  if (typeof output === 'string') return [output];
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(textsOf) : [];
}
