export type { ComfyFault, ComfyRoute, FakeComfyui } from './comfyui/fake-comfyui.ts';
export * from './comfyui/run-behaviour.ts';
export type { FakeResponse } from './exchange.ts';
export * from './replicate/behaviour.ts';
export * from './replicate/bodies.ts';
export { ebayFaults } from './search/ebay.ts';
export { serpApiFaults } from './search/serpapi.ts';
export * from './server.ts';
