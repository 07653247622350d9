export * from './connect.ts';
export * from './consume.ts';
export * from './credentials.ts';
export {
  type DeadLetter,
  dropDeadLetter,
  findDeadLetter,
  listDeadLetters,
  observeDeadLetters,
  replayDeadLetter,
} from './dead-letters.ts';
export * from './log.ts';
export { messagingAttributes } from './messages.ts';
export * from './notices.ts';
export * from './permissions.ts';
export { isOvertaken, isRefused, publish } from './publish.ts';
export * from './queries.ts';
export * from './read-log.ts';
export { createStreams, DUPLICATE_WINDOW_MS, type StreamOptions } from './streams.ts';
