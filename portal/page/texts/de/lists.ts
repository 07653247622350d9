import type { text as english } from '../en/lists.ts';

export const text: typeof english = {
  more: 'Mehr zeigen',
  reading: 'Wird gelesen …',
  today: 'Heute',
  yesterday: 'Gestern',
};
