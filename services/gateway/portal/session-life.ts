const DAY_MS = 86_400_000;

/** How long a session lives without being used, and at most, in ms. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_MS = 90 * DAY_MS;

/** When a session ends that is used at `now` for the last time. */
export const sessionExpiry = (created_at: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, created_at.getTime() + SESSION_MS));
