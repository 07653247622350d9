import type { text as english } from '../en/webhooks.ts';

const milliseconds = (count: number): string => (count < 10_000 ? `${count} ms` : `${Math.round(count / 1000)} s`);

export const text: typeof english = {
  title: 'Webhooks',
  about: 'Jedes Ereignis wird an deinen Server gesendet, sobald es geschieht, signiert, und wieder, bis es ankommt.',
  add: 'Neuer Webhook',
  empty: {
    heading: 'Noch keine Webhooks',
    text: 'Gib die Adresse deines Servers an, und er bekommt jedes Ereignis, sobald es geschieht, mit denselben Nummern wie unter Ereignisse.',
  },
  health: {
    good: 'Stellt zu',
    unused: 'Noch nichts gesendet',
    failing: 'Scheitert',
    paused: 'Von dir angehalten',
    stopped: 'Vom Dienst angehalten',
  },
  recent: 'Letzte Zustellungen',
  lastDeliveries: ({ succeeded, pending, failed }) =>
    `Letzte Zustellungen: ${succeeded} angekommen, ${pending} unterwegs, ${failed} gescheitert`,
  noDeliveries: 'Keine Zustellungen in den letzten 30 Tagen',
  attempt: ({ status, failure, latency_ms }) =>
    `${status === null ? failureText(failure) : `HTTP ${status}`}, ${milliseconds(latency_ms)}`,
  notSent: 'Noch nicht gesendet',
  dot: (type, what, when) => `${type}, ${when}: ${what}`,
  eventTypes: {
    'job.succeeded': 'Eine Anfrage war fertig',
    'job.failed': 'Eine Anfrage scheiterte',
    'job.canceled': 'Eine Anfrage wurde abgebrochen',
    'image.created': 'Ein Bild entstand',
    'image.deleted': 'Ein Bild wurde gelöscht oder lief ab',
    'key.created': 'Ein Schlüssel wurde erstellt',
    'key.revoked': 'Ein Schlüssel wurde widerrufen',
    'usage.threshold': '80 oder 100 % des Tages sind verbraucht',
    'webhook.disabled': 'Ein Webhook wurde vom Dienst angehalten',
  },
  form: {
    create: 'Neuer Webhook',
    change: 'Webhook ändern',
    url: 'URL des Servers',
    urlHint: 'https, an Port 443, aus dem Internet erreichbar',
    urlExample: 'https://laden.example/hooks/styling',
    description: 'Beschreibung',
    descriptionHint: 'Für dich selbst',
    events: 'Zu sendende Ereignisse',
    noEvents: 'Wähle mindestens ein Ereignis.',
    noUrl: 'Gib die URL deines Servers an.',
    save: 'Speichern',
    saving: 'Wird gespeichert …',
  },
  secret: {
    heading: 'Das Geheimnis der Signatur',
    once: 'Dein Server prüft damit die Zustellungen. Es wird nur jetzt gezeigt: Kopiere es, bevor du schließt.',
    overlap: 'Bis dahin werden Zustellungen auch mit dem früheren Geheimnis signiert:',
    copy: 'Geheimnis kopieren',
    done: 'Ich habe es kopiert',
    use: 'In deinem Server',
  },
};

const failures: Readonly<Record<string, string>> = {
  timeout: 'Keine Antwort in der Zeit',
  name_not_resolved: 'Der Name des Servers wurde nicht gefunden',
  connection_refused: 'Die Verbindung wurde abgelehnt',
  connection_reset: 'Die Verbindung wurde getrennt',
  connection_failed: 'Keine Verbindung',
  tls_failed: 'Das Zertifikat wurde nicht angenommen',
  invalid_response: 'Die Antwort war kein HTTP',
  forbidden_address: 'Die Adresse liegt nicht im öffentlichen Internet',
  event_expired: 'Das Ereignis war nicht mehr da',
};

function failureText(failure: string | null): string {
  return failures[failure ?? ''] ?? `Keine Antwort (${failure ?? 'unbekannt'})`;
}
