import { isPrivateHost } from '@styling/fetching';
import type { OpenAiConfig } from './variables.ts';

/** A server with one purpose, and the name of the variables that describe it. */
export type Endpoint = {
  readonly variables: 'OPENAI_IMAGES' | 'OPENAI_CHAT';
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Model as configured; undefined: the only one of the server. */
  readonly model: string | undefined;
  /** Whether an answer costs money: then a request that may have been served is never repeated. */
  readonly isPaid: boolean;
};

/** The configured image editor and language model. A server on a private host counts as one's own hardware. */
export function endpointsOf(config: OpenAiConfig): { readonly images: Endpoint; readonly chat: Endpoint } {
  const imagesUrl = config.OPENAI_IMAGES_BASE_URL;
  const chatUrl = config.OPENAI_CHAT_BASE_URL ?? imagesUrl;
  const isSame = new URL(chatUrl).origin === new URL(imagesUrl).origin;
  return {
    images: {
      variables: 'OPENAI_IMAGES',
      baseUrl: imagesUrl,
      apiKey: config.OPENAI_IMAGES_API_KEY,
      model: config.OPENAI_IMAGES_MODEL,
      isPaid: config.OPENAI_IMAGES_PAID ?? !isPrivateHost(imagesUrl),
    },
    chat: {
      variables: 'OPENAI_CHAT',
      baseUrl: chatUrl,
      // A key never goes to a server that it was not given for.
      apiKey: config.OPENAI_CHAT_API_KEY ?? (isSame ? config.OPENAI_IMAGES_API_KEY : undefined),
      model: config.OPENAI_CHAT_MODEL,
      isPaid: config.OPENAI_CHAT_PAID ?? !isPrivateHost(chatUrl),
    },
  };
}
