import { text as work } from './work.ts';

/** Texts of every list. */
export const text = {
  filter: 'Show',
  all: 'All',
  more: 'Show more',
  reading: 'Reading…',
  today: 'Today',
  yesterday: 'Yesterday',
  dress: 'Dress somebody',
  showAll: 'Show all',
  images: (count: number) => (count === 1 ? '1 image' : `${count} images`),
  /** `41 ms`, `2.6 s`, `24.0 h`: in the largest unit that leaves a whole one, as `npm run timeline` writes it. */
  duration: (ms: number) => {
    const size = Math.abs(ms);
    if (size < 1_000) return `${work.number(ms)} ms`;
    if (size < 60_000) return `${work.number(ms / 1_000, 1)} s`;
    if (size < 3_600_000) return `${work.number(ms / 60_000, 1)} min`;
    return `${work.number(ms / 3_600_000, 1)} h`;
  },
};
