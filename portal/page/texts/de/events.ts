import type { text as english } from '../en/events.ts';
import { text as work } from './work.ts';

const imageReasons: Readonly<Record<string, string>> = {
  requested: 'du hast es gelöscht',
  expired: 'seine Zeit war um',
  abandoned: 'seine Anfrage scheiterte, nachdem es gespeichert war',
  lost: 'es lag nicht im Speicher',
};
const webhookReasons: Readonly<Record<string, string>> = {
  failing: 'tagelang kam keine Zustellung an',
  gone: 'seine Adresse antwortete, dass es sie nicht mehr gibt',
};

export const text: typeof english = {
  title: 'Ereignisse',
  filter: 'Zeigen',
  all: 'Alle',
  groups: { job: 'Aufträge', image: 'Bilder', key: 'Schlüssel', usage: 'Nutzung', webhook: 'Webhooks' },
  live: 'Live',
  paused: 'Angehalten',
  lost: 'Gestört',
  reading: 'Liest',
  pause: 'Anhalten',
  continue: 'Weiter',
  catchingUp: (count) => `Was geschah, wird gelesen: bisher ${work.number(count)}`,
  bounded: (shown, received) =>
    `Die neuesten ${work.number(shown)} von ${work.number(received)} Ereignissen der letzten 30 Tage.`,
  gap: 'Diese Seite war länger weg, als Ereignisse behalten werden: Zwischen denen unten fehlen welche.',
  raw: 'JSON',
  rawOf: (words) => `JSON von: ${words}`,
  succeeded: (endpoint) => `${work.endpoint(endpoint)} fertig`,
  failed: (endpoint) => `${work.endpoint(endpoint)} gescheitert`,
  canceled: (endpoint) => `${work.endpoint(endpoint)} abgebrochen`,
  images: (count) => (count === 0 ? '' : count === 1 ? '1 Bild' : `${count} Bilder`),
  imageCreated: 'Bild entstanden',
  imageDeleted: 'Bild gelöscht',
  imageReason: (reason) => imageReasons[reason] ?? reason,
  keyCreated: 'Schlüssel erstellt',
  keyRevoked: 'Schlüssel widerrufen',
  threshold: (percent) => (percent >= 100 ? 'Der Tag ist verbraucht' : `${percent} % des Tages sind verbraucht`),
  used: (used, limit) => `${work.number(used)} von ${work.number(limit)}`,
  webhookDisabled: 'Webhook angehalten',
  webhookReason: (reason) => webhookReasons[reason] ?? reason,
  webhookTest: 'Test an einen Webhook gesendet',
  empty: {
    heading: 'Noch ist nichts geschehen',
    text: 'Aufträge, die enden, Bilder, Schlüssel und Webhooks erscheinen hier, sobald mit ihnen etwas geschieht.',
    action: 'Jemanden einkleiden',
  },
  noneOfType: {
    heading: 'Keine davon',
    text: 'In den letzten 30 Tagen geschah nichts dieser Art.',
    action: 'Alle zeigen',
  },
};
