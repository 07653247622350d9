import { isPrivateHost } from '@styling/fetching';
import type { ReplicateConfig } from './variables.ts';

/** How a model gets its input pictures. */
export type InputTransport = NonNullable<ReplicateConfig['REPLICATE_INPUTS']>;

/**
 * Chooses the transport of input pictures: REPLICATE_INPUTS if set, else presigned URLs if the vendor can reach the object
 * store (AWS itself, or https on a public host), else uploads.
 */
export function inputTransport({
  REPLICATE_INPUTS,
  S3_ENDPOINT,
}: Pick<ReplicateConfig, 'REPLICATE_INPUTS'> & { readonly S3_ENDPOINT?: string | undefined }): InputTransport {
  if (REPLICATE_INPUTS !== undefined) return REPLICATE_INPUTS;
  return S3_ENDPOINT === undefined || isPublic(S3_ENDPOINT) ? 'presigned' : 'upload';
}

const isPublic = (endpoint: string): boolean => endpoint.startsWith('https:') && !isPrivateHost(endpoint);
