/**
 * The address of a bucket's objects, without a slash at its end, at a store.
 *
 * @param forcePathStyle `S3_FORCE_PATH_STYLE`: `0` or `false` for a bucket in the host
 */
export function bucketAddress(endpoint: string, bucket: string, forcePathStyle?: string): string {
  const address = new URL(endpoint);
  if (forcePathStyle === '0' || forcePathStyle === 'false') address.hostname = `${bucket}.${address.hostname}`;
  else address.pathname = `${address.pathname.replace(/\/+$/, '')}/${bucket}`;
  return address.href.replace(/\/+$/, '');
}
