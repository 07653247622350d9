export type { Fault } from './exchange.ts';
export * from './replicate/behaviour.ts';
export * from './replicate/bodies.ts';
export type { FakeReplicate } from './replicate/fake-replicate.ts';
export { ebayFaults, type FakeEbay } from './search/ebay.ts';
export { type FakeSerpApi, serpApiFaults } from './search/serpapi.ts';
export * from './server.ts';
