import { z } from 'zod';
import { requestJson } from './request-json.ts';
import { SearchError } from './search-error.ts';

export type EbayOptions = { readonly clientId: string; readonly clientSecret: string; readonly baseUrl: string };

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const SCOPE = 'https://api.ebay.com/oauth/api_scope';
/** A token is renewed this long before its end, in ms. */
const MARGIN_MS = 60_000;

type Token = { readonly bearer: string; readonly renewAt: number };

/** eBay's application token (OAuth 2 client credentials, RFC 6749 section 4.4), kept until shortly before it expires. */
export function applicationToken({ clientId, clientSecret, baseUrl }: EbayOptions, clock: () => Date) {
  let kept: Token | undefined;

  async function renew(signal: AbortSignal): Promise<Token> {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const reply = await requestJson(new URL('/identity/v1/oauth2/token', baseUrl), {
      headers: { authorization: `Basic ${credentials}` },
      form: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE }),
      signal,
    });
    const parsed = answer.safeParse(reply);
    if (!parsed.success) throw new SearchError('unreadable');
    const { access_token, expires_in } = parsed.data;
    return { bearer: access_token, renewAt: clock().getTime() + expires_in * 1000 - MARGIN_MS };
  }

  /** Shared by all searches that need a token at the moment; aborted with the search that started it. */
  let renewal: Promise<Token> | undefined;

  return {
    /** @throws SearchError */
    async get(signal: AbortSignal): Promise<string> {
      if (kept && clock().getTime() < kept.renewAt) return kept.bearer;
      renewal ??= renew(signal).finally(() => {
        renewal = undefined;
      });
      kept = await renewal;
      return kept.bearer;
    },
    /** Discards a token that eBay no longer accepts. */
    forget(bearer: string): void {
      if (kept?.bearer === bearer) kept = undefined;
    },
  };
}
