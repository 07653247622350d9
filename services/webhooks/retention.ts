const DAY_MS = 86_400_000;
/** How far a cursor may be behind: 30 days, in ms. */
const READABLE_MS = 30 * DAY_MS;
/** A day longer than a cursor is valid: the clocks of those who published the events may differ. */
const KEPT_MS = 31 * DAY_MS;

/** Cursors to a position before this are too old at `now`; without a cursor the feed begins here. */
export const readableSince = (now: Date): Date => new Date(now.getTime() - READABLE_MS);

/** What happened before this is forgotten at `moment`. */
export const forgottenBefore = (moment: Date): Date => new Date(moment.getTime() - KEPT_MS);
