export * from './photos.ts';
export * from './servers.ts';
export * from './test-events.ts';
