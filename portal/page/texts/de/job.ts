import type { text as english } from '../en/job.ts';
import { text as work } from './work.ts';

const steps: Readonly<Record<string, string>> = {
  received: 'Anfrage angekommen',
  'request.accepted': 'Angenommen und eingereiht',
  'request.started': 'Bearbeitung begonnen',
  'request.charged': 'Kostenpflichtiges Modell gefragt',
  'request.cancel_requested': 'Abbruch verlangt',
  'request.completed': 'Ergebnis',
  'image.created': 'Bild entstanden',
  'image.kept': 'Bild für immer behalten',
  'image.deleted': 'Bild gelöscht',
};

export const text: typeof english = {
  back: 'Aufträge',
  title: 'Auftrag',
  endpoint: work.endpoint,
  progress: (stage, fraction) => `${work.stages[stage]}, ${work.percent(fraction)}`,
  cancel: 'Abbrechen',
  canceling: 'Wird abgebrochen: Es endet mit dem nächsten Schritt',
  connectionLost: 'Diese Seite ist nicht auf dem neuesten Stand: Der Dienst antwortet nicht. Sie versucht es weiter.',
  facts: {
    endpoint: 'Anfrage',
    created: 'Angekommen',
    waited: 'Gewartet',
    took: 'Gedauert',
    cost: 'Gezählt',
    deadline: 'Frist',
    id: 'Auftrag',
    error: 'Abgelehnt mit',
  },
  cost: (cost) => (cost === 0 ? 'gar nicht' : cost === 1 ? 'einmal' : `${work.number(cost)}-mal`),
  image: 'Bild öffnen',
  imageGone: 'Ein Bild dieses Auftrags ist nicht mehr da.',
  response: {
    heading: 'Antwort',
    show: 'Antwort zeigen',
    until: 'Behalten bis',
    expired: 'Sie lag einen Tag lang bereit, für den, der noch einmal fragt.',
    none: 'Bekommen hat sie nur, wer auf sie gewartet hat.',
    shortened: (characters) => `… ${work.number(characters)} Zeichen Base64`,
  },
  timeline: {
    heading: 'Verlauf',
    hint: 'Zeig auf einen Zeitpunkt oder nimm die Pfeiltasten, um zu sehen, was geschah.',
    label: (duration) => `Was in ${duration} geschah`,
    step: (what) => steps[what] ?? what,
    moment: (what, by, at, took) => `${steps[what] ?? what}, durch ${by}, bei ${at}, nach ${took}`,
    when: (at, took) => `bei ${at}, ${took} nach dem Schritt davor`,
    later: 'Später',
    asTable: 'Als Tabelle',
    columns: { what: 'Was', by: 'Durch', at: 'Bei', took: 'Nach dem Schritt davor', detail: 'Einzelheit' },
  },
};
