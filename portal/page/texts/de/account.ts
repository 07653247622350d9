import type { text as english } from '../en/account.ts';

export const text: typeof english = {
  heading: 'Konto',
  signOut: 'Abmelden',

  you: {
    heading: 'Du',
    user: 'Name',
    signedIn: 'Angemeldet',
    signedInBy: { invitation: 'mit einem Link', passkey: 'mit einem Passkey', api_key: 'mit einem API-Schlüssel' },
    browser: 'Browser',
    until: 'Sitzung endet',
    key: 'Gezählt als',
    keyMeaning: 'Was diese Sitzung anfragt, steht unter diesem Namen auf der Seite Nutzung.',
    language: 'Sprache',
    today: 'Heute',
    used: (used, limit) => `${used} von ${limit} verbraucht`,
    meter: 'Heute verbrauchte Anfragen',
    resets: 'Beginnt neu',
    usage: 'Nutzung ansehen',
    mayNotManage:
      'Diese Sitzung begann mit einem API-Schlüssel. Sie kann Bilder machen und lesen, aber keine Schlüssel, Sitzungen, Passkeys und nicht das Konto ändern: Melde dich dafür mit einem Link oder einem Passkey an.',
  },

  sessions: {
    heading: 'Sitzungen',
    lead: 'Browser, in denen du angemeldet bist. Beende die, die du nicht kennst.',
    current: 'Diese hier',
    signedInBy: { invitation: 'Link', passkey: 'Passkey', api_key: 'API-Schlüssel' },
    used: 'zuletzt benutzt',
    neverUsed: 'noch nicht benutzt',
    began: 'begann',
    end: 'Beenden',
    endLabel: (name) => `Sitzung von ${name} beenden`,
    ended: (name) => `Die Sitzung von ${name} ist beendet.`,
    endAll: 'Überall abmelden',
    endAllHeading: 'Überall abmelden?',
    endAllText: (count) =>
      count === 1
        ? 'Das ist deine einzige Sitzung. Um zurückzukommen, brauchst du einen Link, einen Passkey oder einen API-Schlüssel.'
        : `Alle ${count} Sitzungen enden, auch diese. Um zurückzukommen, brauchst du einen Link, einen Passkey oder einen API-Schlüssel.`,
  },

  passkeys: {
    heading: 'Passkeys',
    lead: 'Melde dich mit Fingerabdruck, Gesicht oder einem Sicherheitsschlüssel an statt mit einem Link.',
    unsupported: 'Dieser Browser hat keine Passkeys, oder die Seite kommt nicht über https.',
    emptyHeading: 'Noch kein Passkey',
    emptyText: 'Mit einem Passkey kommst du zurück, wann du willst, und nichts muss geheim gehalten werden.',
    add: 'Passkey hinzufügen',
    addHeading: 'Passkey hinzufügen',
    name: 'Name',
    nameHint: 'An dem du ihn in dieser Liste erkennst.',
    create: 'Weiter',
    creating: 'Folge dem, was dein Browser fragt …',
    added: (name) => `„${name}“ kann dich jetzt anmelden.`,
    dismissed: 'Es entstand kein Passkey: Die Anfrage wurde verworfen oder dauerte zu lange.',
    known: 'Dieses Gerät hat schon einen Passkey von dir.',
    used: 'zuletzt benutzt',
    neverUsed: 'noch nicht benutzt',
    created: 'hinzugefügt',
    remove: 'Entfernen',
    removeLabel: (name) => `Passkey ${name} entfernen`,
    removeHeading: (name) => `„${name}“ entfernen?`,
    removeText:
      'Er meldet dich nicht mehr an. Sitzungen, die mit ihm begannen, gehen weiter. Der Eintrag auf deinem Gerät bleibt, bis du ihn dort löschst.',
    removed: (name) => `„${name}“ wurde entfernt.`,
  },

  export: {
    heading: 'Alles mitnehmen',
    lead: 'Eine Zip-Datei: deine Bilder und alle Einträge dazu als JSON: Bilder, Aufträge, Uploads, Nutzung, Schlüssel, Webhooks, Zustellungen, Ereignisse. Hochgeladene Selfies und Kleidungsstücke gibt der Dienst nicht heraus; enthalten ist nur, was über sie festgehalten ist.',
    start: 'Alles herunterladen',
    cancel: 'Abbrechen',
    canceled: 'Das Herunterladen wurde abgebrochen.',
    progress: 'Fortschritt beim Herunterladen',
    reading: (file) => `${file} wird gelesen`,
    pictures: (done, total) => `Bild ${done} von ${total}`,
    done: (name, size) => `${name} ist gespeichert, ${size}.`,
    gone: (count) =>
      count === 1
        ? 'Ein Bild ist inzwischen abgelaufen und nicht enthalten.'
        : `${count} Bilder sind inzwischen abgelaufen und nicht enthalten.`,
    fileName: (user, day) => `styling-${user}-${day}.zip`,
    readMe: (user, time, isWhole, gone) =>
      [
        `Was der Image Styling Service über ${user} behält, gelesen ${time}.`,
        '',
        'images/           die Bilder, benannt nach ihrer Nummer',
        'images.json       ihre Einträge',
        'jobs.json         Anfragen der letzten 30 Tage',
        'assets.json       Uploads: nur Einträge, denn der Dienst gibt keinen Upload heraus',
        'usage.json        Anfragen der letzten 90 Tage nach Tag, Schlüssel und Endpunkt, und die Tagesgrenze',
        'webhooks.json     Webhooks, ohne ihre Geheimnisse',
        'deliveries/       was in 30 Tagen an jeden von ihnen gesendet wurde',
        'events.json       Ereignisse der letzten 30 Tage',
        ...(isWhole
          ? [
              'keys.json         API-Schlüssel, ohne ihre Geheimnisse',
              'sessions.json     Browser, die angemeldet sind',
              'passkeys.json     Namen und Zeiten von Passkeys',
            ]
          : [
              '',
              'Schlüssel, Sitzungen und Passkeys fehlen: Die Sitzung, aus der diese Datei stammt, begann mit einem API-Schlüssel.',
            ]),
        ...(gone.length === 0 ? [] : ['', 'Abgelaufen, während diese Datei entstand:', ...gone]),
        '',
      ].join('\n'),
  },

  deletion: {
    heading: 'Alles löschen',
    lead: 'Deine Bilder, Uploads und Webhooks, sofort. Das lässt sich nicht rückgängig machen.',
    start: 'Alles löschen',
    dialog: 'Alles löschen?',
    goes: 'Sofort gelöscht',
    going: [
      'alle Bilder, auch die für immer behaltenen, und ihre Einträge',
      'alle hochgeladenen Selfies und Kleidungsstücke',
      'alle Webhooks mit ihren Zustellungen',
      'alle API-Schlüssel, Passkeys und Sitzungen: Was sie benutzt, steht still',
    ],
    stays: 'Bleibt, bis der Betreiber es löscht',
    staying: [
      'das Log: dein Benutzername, Nummern, Zeiten und Größen; kein Bild und keine Worte',
      'was daraus abgeleitet ist: Aufträge und Ereignisse für 30 Tage, die Zahlen deiner Nutzung',
    ],
    askFirst: 'Vielleicht willst du vorher alles herunterladen.',
    confirm: (user) => `Zum Bestätigen ${user} eingeben`,
    mismatch: (user) => `Das ist nicht ${user}.`,
    action: 'Alles löschen',
    deleting: 'Wird gelöscht …',
    deletingHeading: 'Alles wird gelöscht',
    progress: (gone, total) => `${gone} von ${total} Bildern sind gelöscht.`,
    goesOn:
      'Du bist überall abgemeldet, und deine Schlüssel gelten nicht mehr. Du kannst dieses Fenster schließen: Das Löschen geht weiter.',
    doneHeading: 'Alles ist gelöscht',
    done: ({ images, assets, webhooks, keys }) =>
      `${count(images, 'Bild', 'Bilder')}, ${count(assets, 'Upload', 'Uploads')}, ${count(webhooks, 'Webhook', 'Webhooks')} und ${keys} Schlüssel. Du bist abgemeldet.`,
    leave: 'Verlassen',
  },
};

const count = (number: number, one: string, several: string): string => `${number} ${number === 1 ? one : several}`;
