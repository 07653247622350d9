import { anywhere, publicOnly, type Resolve, resolveBySystem } from '@styling/fetching';
import { downloadPicture, type Pausing, type PictureSource, VendorError, type VendorPicture } from '../frame/index.ts';

const DELIVERY = /^([a-z\d-]+\.)*replicate\.delivery$/;

/** Downloads an output's first picture, which expires after an hour: call it at once. @throws as `downloadPicture` */
export async function copyOutput(
  deps: Pausing & { readonly resolve?: Resolve },
  baseUrl: string,
  output: unknown,
  deadline: Date,
): Promise<VendorPicture> {
  const { host } = new URL(baseUrl);
  const file = firstFile(output, host);
  return downloadPicture(deps, file, sourceOf(file, host, deps.resolve), deadline);
}

/** Restricts redirects to the delivery hosts, which must be on the public internet, or to the API's host, which is configured. */
export const sourceOf = (file: string, apiHost: string, resolve?: Resolve): PictureSource =>
  isOfApi(new URL(file), apiHost)
    ? { policy: { ...anywhere, allowsUrl: (url) => isOfApi(url, apiHost) }, resolve: resolveBySystem }
    : { policy: { ...publicOnly, allowsUrl: isDelivery }, ...(resolve && { resolve }) };

/** The first URL in an output of any shape. @throws VendorError `failed`: none, or neither on delivery nor the API */
export function firstFile(output: unknown, apiHost: string): string {
  const files = textsOf(output).filter((text) => URL.canParse(text));
  if (!files.map((file) => new URL(file)).every((url) => isDelivery(url) || isOfApi(url, apiHost)))
    throw new VendorError('failed', 'output is on an unexpected host');
  const [file] = files;
  if (file === undefined) throw new VendorError('failed', 'output contains no file');
  return file;
}

const isDelivery = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && DELIVERY.test(hostname);

/** Whether a URL is on the API's own host and port: stand-ins serve their files themselves. */
const isOfApi = ({ protocol, host }: URL, apiHost: string): boolean => /^https?:$/.test(protocol) && host === apiHost;

function textsOf(output: unknown): string[] {
  if (typeof output === 'string') return [output];
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(textsOf) : [];
}
