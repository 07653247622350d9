import type { text as english } from '../en/jobs.ts';
import { text as work } from './work.ts';

export const text: typeof english = {
  title: 'Aufträge',
  filter: 'Zeigen',
  all: 'Alle',
  statuses: {
    running: 'Laufend',
    succeeded: 'Fertig',
    failed: 'Gescheitert',
    canceled: 'Abgebrochen',
  },
  endpoint: work.endpoint,
  progress: (stage, fraction) => `${work.stages[stage]}, ${work.percent(fraction)}`,
  images: (count) => (count === 1 ? '1 Bild' : `${count} Bilder`),
  took: (duration) => `in ${duration}`,
  cost: (cost) => (cost === 0 ? 'nicht gezählt' : cost === 1 ? 'einmal gezählt' : `${work.number(cost)}-mal gezählt`),
  cancel: 'Abbrechen',
  cancelOf: (endpoint) => `Abbrechen: ${work.endpoint(endpoint)}`,
  canceling: 'Wird abgebrochen',
  notCanceled: (why) => `Nicht abgebrochen: ${why}`,
  stale: 'Die Liste ist nicht auf dem neuesten Stand: Der Dienst antwortet nicht.',
  empty: {
    heading: 'Noch keine Aufträge',
    text: 'Jede Anfrage, jemanden einzukleiden, zu beraten oder ein Outfit anzusehen, steht hier 30 Tage lang.',
    action: 'Jemanden einkleiden',
  },
  noneOfStatus: {
    heading: 'Keiner in diesem Zustand',
    text: 'Kein Auftrag der letzten 30 Tage ist in diesem Zustand.',
    action: 'Alle zeigen',
  },
};
