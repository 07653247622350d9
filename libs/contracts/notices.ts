/**
 * Notices over core NATS: delivered at most once, to current subscribers, and kept by no stream. A hint to look again, never a
 * fact. `{…}` are the variable tokens of its subject.
 */
const noticeAddresses = {
  /** The row of a job has changed. */
  'job.changed': 'styling.job.changed.{request_id}',
  /** Progress of a request: a `Progress`. */
  'request.progressed': 'styling.progress.{request_id}',
  /** There are new events in the feed of a user. */
  'feed.changed': 'styling.feed.changed.{user_id}',
  /** A reader waits for this projection, at a replica that is not the active one. */
  'projection.awaited': 'styling.projection.awaited.{projection}',
} as const;

export type NoticeName = keyof typeof noticeAddresses;

/** Subject of a notice about the entity with this id. */
export const noticeOf = (name: NoticeName, id: string): string => noticeAddresses[name].replace(/\{\w+\}/, id);

/** Subject of a notice about any entity. */
export const anyNotice = (name: NoticeName): string => noticeOf(name, '*');
