// Every event: one line each. Type, parser, subjects, streams and the AsyncAPI document derive from these exports.
export * from './account-events.ts';
export * from './picture-events.ts';
export * from './read-events.ts';
export * from './request-events.ts';
