import type { text as english } from '../en/images.ts';
import { text as work } from './work.ts';

export const text: typeof english = {
  title: 'Bilder',
  reading: 'Deine Bilder werden gelesen',
  alt: (endpoint, created) => `${work.endpoint(endpoint)}, ${created}`,
  kept: 'Behalten',
  keep: 'Für immer behalten',
  keptNow: 'Für immer behalten',
  notKept: (why) => `Nicht behalten: ${why}`,
  actions: 'Aktionen zu diesem Bild',
  download: 'Herunterladen',
  notDownloaded: 'Das Bild ließ sich nicht herunterladen. Öffne es stattdessen über seinen Link.',
  copyAddress: 'Link kopieren',
  addressCopied: 'Link kopiert',
  notCopied: 'Der Browser erlaubt kein Kopieren',
  delete: 'Löschen',
  deleteQuestion: {
    heading: 'Dieses Bild löschen?',
    text: 'Das Bild und sein Eintrag sind sofort weg, und Links zu ihm gelten nicht mehr. Das lässt sich nicht rückgängig machen.',
  },
  deleted: 'Gelöscht',
  notDeleted: (why) => `Nicht gelöscht: ${why}`,
  empty: {
    heading: 'Noch keine Bilder',
    text: 'Hier erscheint, was du einkleidest: 24 Stunden lang, oder für immer, wenn du das beim Anprobieren wählst.',
    action: 'Jemanden einkleiden',
  },
};
