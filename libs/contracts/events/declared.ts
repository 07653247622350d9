// Every event: one line each. Type, parser, subjects, streams and the AsyncAPI document derive from these exports.
export * from './asset-created.ts';
export * from './asset-deleted.ts';
export * from './asset-used.ts';
export * from './image-created.ts';
export * from './image-deleted.ts';
export * from './image-disowned.ts';
export * from './key-created.ts';
export * from './key-revoked.ts';
export * from './read-answered.ts';
export * from './read-counted.ts';
export * from './reads-rolled-up.ts';
export * from './request-accepted.ts';
export * from './request-cancel-requested.ts';
export * from './request-charged.ts';
export * from './request-completed.ts';
export * from './request-started.ts';
export * from './user-limits-changed.ts';
