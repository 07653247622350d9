/** The variables by which a process, and those that it starts with them, has a wall clock that is shifted by `shiftMs`. */
export const clockVariables = (shiftMs: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('./shifted-clock.preload.ts', import.meta.url)}`,
  CLOCK_SHIFT_MS: String(shiftMs),
});
