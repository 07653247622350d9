import type { text as english } from '../en/app.ts';

export const text: typeof english = {
  name: 'Styling',
  titles: {
    studio: 'Studio',
    images: 'Bilder',
    image: 'Bild',
    jobs: 'Aufträge',
    job: 'Auftrag',
    events: 'Ereignisse',
    usage: 'Nutzung',
    keys: 'Schlüssel',
    webhooks: 'Webhooks',
    webhook: 'Webhook',
    account: 'Konto',
    'sign-in': 'Anmelden',
  },
  title: (page) => `${page} – Styling`,
  skip: 'Zum Inhalt',
  navigation: 'Seiten',
  more: 'Mehr',
  left: (count) => `noch ${count}`,
  leftLong: (count, limit, resets) =>
    `Heute noch ${count} von ${limit} Anfragen. Der nächste Tag beginnt um ${resets} Uhr.`,
  theme: {
    label: (theme) => `Farben: ${theme}. Wechseln`,
    system: 'wie im System',
    light: 'hell',
    dark: 'dunkel',
  },
  language: { label: 'Sprache', browser: 'Wie im Browser' },
  offline: 'Du bist offline. Was hier steht, kann veraltet sein; senden geht nicht.',
  online: 'Wieder online.',
  expired: 'Deine Sitzung ist abgelaufen. Melde dich an und mach dort weiter, wo du warst.',
  notFound: {
    heading: 'Diese Seite gibt es nicht',
    text: 'Die Adresse ist vielleicht veraltet oder falsch geschrieben.',
    action: 'Zum Studio',
  },
  broken: 'Diese Seite konnte nicht geladen werden',
  noScript: { before: 'Diese Seite braucht JavaScript. Was der Dienst kann, steht in', link: 'seiner Beschreibung' },
};
