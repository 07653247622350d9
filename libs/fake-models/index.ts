export type { ComfyFault, ComfyRoute } from './comfyui.ts';
export * from './comfyui-queue.ts';
export type { FakeResponse } from './exchange.ts';
export { type FashnBehaviour, fashnRejections } from './fashn.ts';
export type { GoogleBehaviour } from './google.ts';
export { CHAT_MODEL, IMAGE_MODEL, type OpenAiBehaviour, type OpenAiFault, type OpenAiServer } from './openai.ts';
export * from './replicate-behaviour.ts';
export { ebayFaults, serpApiFaults } from './search.ts';
export * from './server.ts';
