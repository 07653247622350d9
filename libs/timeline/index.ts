export * from './request-record.ts';
export * from './request-story.ts';
