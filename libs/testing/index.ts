export * from './accepted-request.ts';
export * from './jpeg-metadata.ts';
export * from './log.ts';
export * from './photos.ts';
export * from './restartable-nats.ts';
export * from './servers.ts';
export * from './spawned-service.ts';
export * from './test-events.ts';
