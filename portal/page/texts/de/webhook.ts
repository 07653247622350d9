import type { text as english } from '../en/webhook.ts';

export const text: typeof english = {
  back: 'Alle Webhooks',
  title: 'Webhook',
  actions: (name) => `Aktionen zu ${name}`,
  test: 'Test senden',
  testSent: 'Ein Testereignis ist unterwegs.',
  change: 'Ändern',
  rotate: 'Geheimnis ersetzen',
  recover: 'Verpasstes senden',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  remove: 'Löschen',
  address: 'URL des Servers',
  events: 'Ereignisse',
  created: 'Erstellt',
  stopped: {
    requested: {
      what: 'Von dir angehalten.',
      advice: 'Nichts wird gesendet und nichts vorgemerkt. Setz ihn fort und sende dann, was verpasst wurde.',
    },
    failing: {
      what: 'Vom Dienst angehalten: Fünf Tage lang kam nichts an.',
      advice: 'Bring den Empfänger in Ordnung, setz den Webhook fort und sende das Verpasste aus bis zu 30 Tagen.',
    },
    gone: {
      what: 'Vom Dienst angehalten: Der Empfänger antwortete mit 410, Gone.',
      advice:
        'Wenn das nicht so gemeint war, bring den Empfänger in Ordnung, setz den Webhook fort und sende das Verpasste.',
    },
  },
  failingSince: 'Es kam nichts mehr an seit',
  failingAdvice:
    'Es wird immer wieder versucht, mit immer längeren Pausen. Nach fünf Tagen mit nichts als Fehlschlägen wird er angehalten.',
  resumed: 'Der Webhook sendet wieder.',
  paused: 'Der Webhook ist angehalten.',
  changed: 'Der Webhook ist geändert.',
  pauseQuestion: (name) => ({
    heading: `${name} anhalten?`,
    text: 'Solange er angehalten ist, wird nichts gesendet, und was jetzt unterwegs ist, gilt als gescheitert. Mit „Verpasstes senden“ kannst du es später nachholen.',
    action: 'Anhalten',
  }),
  removeQuestion: (name) => ({
    heading: `${name} löschen?`,
    text: 'Nichts wird mehr gesendet, und die Liste seiner Zustellungen wird gelöscht. Das lässt sich nicht rückgängig machen.',
    action: 'Löschen',
    isDangerous: true,
  }),
  removed: (name) => `${name} ist gelöscht.`,
  rotateForm: {
    heading: 'Geheimnis ersetzen',
    about:
      'Ein neues Geheimnis entsteht. Eine Zeit lang werden Zustellungen mit beiden signiert, damit du deinen Server jederzeit umstellen kannst.',
    overlap: 'Das jetzige Geheimnis signiert',
    choices: [
      [86_400, 'noch einen Tag'],
      [3_600, 'noch eine Stunde'],
      [604_800, 'noch sieben Tage'],
      [0, 'nicht mehr: Es ist bekannt geworden'],
    ],
    action: 'Ersetzen',
  },
  recoverForm: {
    heading: 'Verpasstes senden',
    about:
      'Jedes Ereignis seither, das nicht ankam, wird gesendet, das älteste zuerst. Ereignisse werden 30 Tage behalten.',
    since: 'Seit',
    notATime: 'Gib einen Zeitpunkt in den letzten 30 Tagen an.',
    action: 'Senden',
  },
  recovered: (count) =>
    count === 0
      ? 'Es wurde nichts verpasst.'
      : count === 1
        ? 'Ein Ereignis ist unterwegs.'
        : `${count} Ereignisse sind unterwegs.`,
  deliveries: 'Zustellungen',
  filter: 'Zeigen',
  filters: { all: 'Alle', pending: 'Ausstehend', succeeded: 'Angekommen', failed: 'Gescheitert' },
  status: { pending: 'Steht aus', succeeded: 'Angekommen', failed: 'Gescheitert' },
  next: 'Nächster Versuch',
  attempts: (count) => (count === 1 ? 'Ein Versuch' : `${count} Versuche`),
  when: 'Wann',
  outcome: 'Was geschah',
  event: 'Ereignis',
  redeliver: 'Noch einmal senden',
  redelivered: 'Es wird noch einmal gesendet.',
  more: 'Mehr zeigen',
  none: {
    heading: 'Noch nichts gesendet',
    text: 'Sobald etwas geschieht, wofür dieser Webhook da ist, stehen hier seine Zustellungen. Ein Testereignis zeigt, ob dein Server erreicht wird.',
  },
  noneOfFilter: 'Keine solchen Zustellungen in den letzten 30 Tagen.',
};
