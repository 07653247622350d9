import { text } from '#texts/work.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** `41 ms`, `2.6 s`, `24.0 h`: in the largest unit that leaves a whole one, as `npm run timeline` writes it. */
export function duration(ms: number): string {
  const size = Math.abs(ms);
  if (size < SECOND) return text.milliseconds(text.number(ms));
  if (size < MINUTE) return text.seconds(text.number(ms / SECOND, 1));
  if (size < HOUR) return text.minutes(text.number(ms / MINUTE, 1));
  return text.hours(text.number(ms / HOUR, 1));
}
