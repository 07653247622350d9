import type { Capability } from './services.ts';

/** The stream that is the log: every event, for ever. */
export const EVENTS_STREAM = 'EVENTS';
/** What could not be handled, with where it came from and why in its headers. */
export const DEAD_LETTERS_STREAM = 'DEAD_LETTERS';

export const subjects = {
  /** Everything in the log. Queries live beside it, so that no stream keeps them. */
  events: ['styling.request.>', 'styling.image.>', 'styling.key.>'],
  allRequests: 'styling.request.>',
  accepted: (capability: Capability) => `styling.request.accepted.${capability}`,
  allAccepted: 'styling.request.accepted.*',
  allCompleted: 'styling.request.completed.>',
  /** Of all but requests that only read: those never hold a slot, and most of all requests are such. */
  countedCompleted: 'styling.request.completed.*',
  allImages: 'styling.image.>',
  imagesOf: (userId: string) => `styling.image.*.${userId}`,
  deadLetters: 'styling.dead.>',
  deadLettersOf: (consumer: string) => `styling.dead.${consumer}.*`,
  /** Of the event at `seq` of the log: each letter has a subject of its own, by which it is known to be there. */
  deadLetter: (consumer: string, seq: number) => `styling.dead.${consumer}.${seq}`,
  /** Where a consumer is handed a dead letter of its own again; asked and answered, kept nowhere. */
  replay: (consumer: string) => `styling.replay.${consumer}`,
} as const;
