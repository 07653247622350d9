import { anywhere, publicOnly, type Resolve, resolveBySystem } from '@styling/fetching';
import {
  type DownloadDependencies,
  downloadPicture,
  type PictureSource,
  pictureOfDataUri,
  type VendorPicture,
} from '@styling/model-api';
import { isDelivery, isOfApi, outputFiles } from './output-files.ts';

type Dependencies = DownloadDependencies & {
  /** For the vendor's delivery hosts; default by DNS. */
  readonly resolve?: Resolve;
};

/**
 * Downloads the first picture of an output. Outputs expire after an hour: call it at once.
 *
 * @param baseUrl address of the API
 * @throws VendorError as {@link downloadPicture} does
 */
export async function copyOutput(
  deps: Dependencies,
  baseUrl: string,
  output: unknown,
  deadline: Date,
): Promise<VendorPicture> {
  const { host } = new URL(baseUrl);
  const [file] = outputFiles(output, host);
  if (file.startsWith('data:')) return pictureOfDataUri(file);
  return downloadPicture(deps, file, sourceOf(file, host, deps.resolve), deadline);
}

/** A redirect may stay among the delivery hosts, which must be on the public internet, or on the API's host, which is configured. */
export const sourceOf = (file: string, apiHost: string, resolve?: Resolve): PictureSource =>
  isOfApi(new URL(file), apiHost)
    ? { policy: { ...anywhere, allowsUrl: (url) => isOfApi(url, apiHost) }, resolve: resolveBySystem }
    : { policy: { ...publicOnly, allowsUrl: isDelivery }, ...(resolve && { resolve }) };
