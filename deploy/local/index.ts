export * from './bus-keys.ts';
export * from './nats-binary.ts';
export * from './nats-server.ts';
export * from './object-store.ts';
export * from './postgres.ts';
export * from './settings.ts';
export * from './stack.ts';
export * from './stack-file.ts';
