export * from './photos.ts';
export * from './restartable-nats.ts';
export * from './servers.ts';
export * from './test-events.ts';
