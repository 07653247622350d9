import { isPublicAddress } from '@styling/fetching';
import type { ReplicateConfig } from './variables.ts';

/** How pictures reach a model. */
export type InputsRoad = NonNullable<ReplicateConfig['REPLICATE_INPUTS']>;

/** Names that only a private network knows, such as those of a cluster's services. */
const PRIVATE_NAME = /^[^.]*$|\.(local|localhost|internal|svc|lan|home\.arpa|test)$/;

/**
 * How pictures reach a model: as REPLICATE_INPUTS says, else by addresses of the object store where the vendor can reach
 * that (AWS itself, or https at a public host), else by upload.
 */
export function inputsRoad({
  REPLICATE_INPUTS,
  S3_ENDPOINT,
}: Pick<ReplicateConfig, 'REPLICATE_INPUTS'> & { readonly S3_ENDPOINT?: string | undefined }): InputsRoad {
  if (REPLICATE_INPUTS !== undefined) return REPLICATE_INPUTS;
  return S3_ENDPOINT === undefined || isPublic(S3_ENDPOINT) ? 'presigned' : 'upload';
}

function isPublic(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$|:/.test(host);
  return isAddress ? isPublicAddress(host) : !PRIVATE_NAME.test(host);
}
