/**
 * What the emulator itself does not refuse, as a bucket with public objects would: without a signature only objects may
 * be read (no listing, no writing), and no key may climb out of its folder, since the emulator stores keys as paths.
 * Signatures are not verified: the store is for one machine.
 * @param url path and query as requested
 * @returns the status to refuse with, or undefined
 */
export function refusal(method: string, url: string, hasAuthorization: boolean): 400 | 403 | undefined {
  const { path, query } = split(url);
  const segments = safeDecode(path)?.split('/').slice(1);
  if (!segments || segments.some((segment) => segment === '.' || segment === '..')) return 400;
  const isSigned = hasAuthorization || new URLSearchParams(query).has('X-Amz-Signature');
  const readsObject = (method === 'GET' || method === 'HEAD') && segments.length > 1 && segments[1] !== '';
  return isSigned || readsObject ? undefined : 403;
}

function split(url: string): { path: string; query: string } {
  const [path = '', ...query] = url.split('?');
  return { path, query: query.join('?') };
}

function safeDecode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
