import { z } from 'zod';
import { requestJson } from './request-json.ts';

export type EbayOptions = { readonly clientId: string; readonly clientSecret: string; readonly baseUrl: string };

const schema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const form = { grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' };
/** A token is renewed this long before its end, in ms. */
const MARGIN_MS = 60_000;

type Token = { readonly bearer: string; readonly renewAt: number };

/** eBay's application token (OAuth 2 client credentials, RFC 6749 section 4.4), kept until shortly before it expires. */
export function applicationToken({ clientId, clientSecret, baseUrl }: EbayOptions, clock: () => Date) {
  const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
  let kept: Token | undefined;
  /** Shared by all searches that need a token at the moment; aborted with the search that started it. */
  let renewal: Promise<Token> | undefined;

  async function renew(signal: AbortSignal): Promise<Token> {
    const url = new URL('/identity/v1/oauth2/token', baseUrl);
    const { access_token, expires_in } = await requestJson(url, { headers, form, schema, signal });
    return { bearer: access_token, renewAt: clock().getTime() + expires_in * 1000 - MARGIN_MS };
  }

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
