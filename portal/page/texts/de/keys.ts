import type { text as english } from '../en/keys.ts';

export const text: typeof english = {
  heading: 'Schlüssel',
  intro:
    'Mit einem Schlüssel benutzt ein Programm dein Konto. Gib jedem Programm seinen eigenen: Dann siehst du, was es tut, und kannst ihn allein ersetzen.',
  create: 'Neuer Schlüssel',
  managers: 'Verwaltet Schlüssel',
  id: 'Kennung',
  created: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  never: 'Nie',
  week: 'Letzte 7 Tage',
  requests: (count, formatted) => (count === 1 ? '1 Anfrage' : `${formatted} Anfragen`),
  usageOf: (name) => `Nutzung von „${name}“`,
  revoked: (count, hasMore = false) =>
    hasMore
      ? `${count} widerrufene Schlüssel und weitere`
      : count === 1
        ? '1 widerrufener Schlüssel'
        : `${count} widerrufene Schlüssel`,
  revokedAt: 'Widerrufen',
  menu: {
    label: (name) => `Aktionen zu „${name}“`,
    rename: 'Umbenennen',
    rotate: 'Ersetzen',
    revoke: 'Widerrufen',
  },
  replaced: {
    unused: 'Sein Ersatz wurde noch nicht benutzt.',
    used: 'Sein Ersatz ist in Gebrauch: Dieser kann widerrufen werden.',
  },
  rename: {
    label: 'Name des Schlüssels',
    save: 'Speichern',
    cancel: 'Abbrechen',
    done: (name) => `Der Schlüssel heißt jetzt „${name}“.`,
  },
  revoke: {
    heading: (name) => `„${name}“ widerrufen?`,
    text: (id, lastUsed) =>
      `${id} gilt sofort und endgültig nicht mehr. ${lastUsed ? `Zuletzt benutzt: ${lastUsed}.` : 'Benutzt wurde er nie.'} Laufende Anfragen werden beendet, wie sie begonnen haben.`,
    action: 'Widerrufen',
    done: (name) => `„${name}“ ist widerrufen.`,
  },
  newKey: {
    heading: 'Neuer Schlüssel',
    rotation: (name) => `„${name}“ ersetzen`,
    rotationText:
      'Ein zweiter Schlüssel mit demselben Namen entsteht. Der alte gilt, bis du ihn widerrufst, damit nichts stillsteht, während du den neuen einsetzt.',
    rotate: 'Neuen Schlüssel machen',
    name: 'Wofür ist er?',
    hint: 'Zum Beispiel: Laden, Laptop, nächtlicher Import.',
    create: 'Schlüssel erstellen',
    creating: 'Wird erstellt',
    cancel: 'Abbrechen',
    made: (name) => `Der Schlüssel von „${name}“`,
    once: 'Er wird nur dieses eine Mal gezeigt. Kopiere ihn jetzt und bewahre ihn dort auf, wo nur dein Programm ihn lesen kann.',
    copy: 'Schlüssel kopieren',
    use: 'Zum Ausprobieren',
    done: 'Ich habe ihn kopiert',
    needed: 'Gib ihm einen Namen.',
  },
  empty: {
    heading: 'Noch keine Schlüssel',
    text: 'Mit einem Schlüssel kann dein eigenes Programm alles, was du hier kannst: Es sendet ihn im Header X-API-Key.',
  },
  refused: {
    heading: 'Diese Sitzung kann keine Schlüssel verwalten',
    text: 'Sie begann mit einem API-Schlüssel, und was in falsche Hände gerät, darf sich keine Nachfolger machen. Melde dich mit einem Link oder einem Passkey an, um Schlüssel zu erstellen, umzubenennen und zu widerrufen.',
    action: 'Anders anmelden',
  },
};
