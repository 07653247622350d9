import type { text as english } from '../en/usage.ts';

export const text: typeof english = {
  heading: 'Nutzung',
  span: 'Zeitraum',
  days: (days) => `${days} Tage`,
  download: 'Als CSV herunterladen',
  fileName: (day) => `nutzung-${day}.csv`,
  today: {
    heading: 'Heute',
    left: 'übrig',
    ring: (used, limit) => `${used} von ${limit} verbraucht`,
    used: (used, limit) => `${used} von ${limit} Anfragen sind verbraucht.`,
    none: 'Der Tag ist verbraucht.',
    resets: (relative, time) => `Der nächste Tag beginnt ${relative}, um ${time} Uhr.`,
    note: 'Eine Anfrage zählt, wenn aus ihr ein Bild, eine Analyse oder ein Rat wurde. Ansehen kostet nichts.',
  },
  outcomes: { succeeded: 'Gelungen', refused: 'Abgelehnt', failed: 'Gescheitert' },
  outcomesMean: {
    succeeded: 'beantwortet wie gewünscht',
    refused: 'etwas an der Anfrage stimmte nicht, oder eine Grenze war erreicht',
    failed: 'der Dienst konnte es nicht',
  },
  all: 'Alle Anfragen',
  filter: { key: 'Schlüssel', everyKey: 'Alle Schlüssel', endpoint: 'Endpunkt', everyEndpoint: 'Alle Endpunkte' },
  chart: {
    heading: 'Anfragen nach Tagen',
    label: 'Anfragen nach Tagen. Die Pfeiltasten führen von Tag zu Tag.',
    days: 'Tage in UTC. Was dieses Portal liest, um es dir zu zeigen, fehlt.',
    day: (day, total) => `${day}: ${total}`,
  },
  requests: (count, formatted) => (count === 1 ? '1 Anfrage' : `${formatted} Anfragen`),
  nothing: 'keine Anfragen',
  part: (count, outcome) => `${count} ${outcome.toLowerCase()}`,
  tables: {
    byKey: 'Nach Schlüsseln',
    byEndpoint: 'Nach Endpunkten',
    byDay: 'Nach Tagen',
    key: 'Schlüssel',
    endpoint: 'Endpunkt',
    day: 'Tag',
    total: 'Gesamt',
  },
  keyWords: {
    thisBrowser: 'Dieser Browser',
    session: (name) => `${name} (Portal)`,
    unnamed: (id) => id,
  },
  empty: {
    heading: 'Noch keine Anfragen',
    text: 'Jede Anfrage mit einem deiner Schlüssel und alles, was du in diesem Portal machst, erscheint hier einen Augenblick später, nach Tag und Ausgang.',
    action: 'Jemanden einkleiden',
  },
  filteredEmpty: {
    heading: 'Nichts davon in dieser Zeit',
    text: 'Keine Anfrage mit diesem Schlüssel und Endpunkt an den gezeigten Tagen.',
    action: 'Alles zeigen',
  },
};
