/** The name of the cookie of a session. */
export const SESSION_COOKIE = 'styling_session';

/** What a person proves who they are with. */
export type Proof = { readonly token: string } | { readonly api_key: string };

/** The token of a link that signs in. */
export const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

/** Asks for a session, as the sign-in page does. */
export const askForSession = (url: string, proof: Proof, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/portal/api/session`, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json', 'user-agent': BROWSER, ...headers },
    body: JSON.stringify(proof),
  });

/** The value of the session's cookie that a response sets; undefined if it sets none, and of one that ends it. */
export const sessionCookieOf = (response: Response): string | undefined =>
  response.headers
    .getSetCookie()
    .map((cookie) => new RegExp(`^${SESSION_COOKIE}=([^;]+)`).exec(cookie)?.[1])
    .find((value) => value !== undefined);

/**
 * Begins a session.
 *
 * @returns the value of its cookie
 * @throws Error when it is refused
 */
export async function signIn(url: string, proof: Proof): Promise<string> {
  const response = await askForSession(url, proof);
  const cookie = sessionCookieOf(response);
  if (!cookie) throw new Error(`no session: HTTP status ${response.status} ${await response.text()}`);
  return cookie;
}

/** Begins a session of `user` by an invitation. @returns the value of its cookie */
export const sessionOf = async (
  site: { readonly url: string; invite(user: string): Promise<string> },
  user: string,
): Promise<string> => signIn(site.url, { token: tokenOf(await site.invite(user)) });
