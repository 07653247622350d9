const DAY_MS = 86_400_000;

/** When the UTC day after `now` begins, ISO 8601. */
export const nextUtcDay = (now: Date): string =>
  new Date(Math.floor(now.getTime() / DAY_MS + 1) * DAY_MS).toISOString();
