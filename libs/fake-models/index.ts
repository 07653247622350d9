export type { FakeResponse } from './exchange.ts';
export type { OpenAiBehaviour, OpenAiFault } from './openai/behaviour.ts';
export { CHAT_MODEL, IMAGE_MODEL, type OpenAiServer } from './openai/dialects.ts';
export type { OpenAiAsked } from './openai/fake-openai.ts';
export * from './replicate/behaviour.ts';
export * from './replicate/bodies.ts';
export { ebayFaults } from './search/ebay.ts';
export { serpApiFaults } from './search/serpapi.ts';
export * from './server.ts';
