const OTHER_SCHEME = /^(data|file|blob|content|ftp|sftp|s3|gs|javascript|about|wss?):/i;

/** Quotes nothing of an invalid URL but a well-known scheme. */
export function urlFault(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return 'it is empty';
  const scheme = OTHER_SCHEME.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme) return `its scheme is ${scheme}:, not http: or https:`;
  if (!/^https?:\/\//i.test(trimmed)) return 'it does not begin with http:// or https://';
  const parsed = URL.parse(trimmed);
  if (parsed?.username || parsed?.password) return 'a user name or password in the URL is not accepted';
  return /\s/.test(trimmed) ? 'it contains a space' : 'its host name or port is not valid';
}
