/** The log: every event that has to be kept, for ever. */
export const EVENTS_STREAM = 'EVENTS';
/** Reads that were answered: bounded in age and size, the oldest are dropped. */
export const READS_STREAM = 'READS';
/** What could not be handled, with where it came from and why in its headers. */
export const DEAD_LETTERS_STREAM = 'DEAD_LETTERS';

/** A stream that keeps events. */
export type EventStream = typeof EVENTS_STREAM | typeof READS_STREAM;
