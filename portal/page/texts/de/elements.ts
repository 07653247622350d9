import type { text as english } from '../en/elements.ts';

export const text: typeof english = {
  loading: 'Wird geladen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  retry: 'Noch einmal',
  requestId: 'Anfrage',
  copy: { copy: 'Kopieren', copied: 'Kopiert', failed: 'Nicht kopiert: Der Browser erlaubt es nicht' },
  code: (language) => `Code: ${language}`,
  status: {
    queued: 'Wartet',
    running: 'Läuft',
    succeeded: 'Fertig',
    failed: 'Gescheitert',
    canceled: 'Abgebrochen',
    active: 'Gültig',
    enabled: 'An',
    disabled: 'Aus',
    paused: 'Angehalten',
    revoked: 'Widerrufen',
    pending: 'Steht aus',
    delivered: 'Zugestellt',
    retrying: 'Wird noch einmal gesendet',
  },
};
