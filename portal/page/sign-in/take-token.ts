/**
 * The token of a sign-in link, `#token=…`, removed from the address and the history: neither is to show it. It is in the fragment
 * because browsers send that to no server.
 *
 * @returns undefined if the address has none
 */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
