import type { text as english } from '../en/sign-in.ts';

export const text: typeof english = {
  heading: 'Anmelden',
  back: 'Melde dich an und mach dort weiter, wo du warst.',
  signingIn: 'Du wirst angemeldet',
  passkey: {
    action: 'Mit einem Passkey anmelden',
    canceled: 'Es wurde kein Passkey gewählt.',
    unusable: 'Dieser Browser konnte hier keinen Passkey verwenden.',
  },
  or: 'oder',
  key: {
    label: 'API-Schlüssel',
    action: 'Mit diesem Schlüssel anmelden',
    scope:
      'In einer solchen Sitzung lässt sich ausprobieren und lesen. Schlüssel, Sitzungen und das Konto verwaltet sie nicht.',
    missing: 'Gib zuerst einen Schlüssel ein.',
  },
  link: {
    heading: 'Mit einem Link',
    text: 'Ein Link meldet dich einmal an, innerhalb einer Stunde. npm start gibt einen aus; der Betreiber eines Dienstes macht dir einen:',
    command: 'npm run keys -- invite --user alice',
  },
  codes: {
    invalid_token:
      'Dieser Link wurde schon benutzt oder ist abgelaufen. Bitte um einen neuen oder melde dich unten an.',
    invalid_api_key: 'Dieser Schlüssel gilt nicht: Er ist vielleicht falsch geschrieben oder widerrufen.',
    invalid_passkey: 'Dieser Passkey ist hier nicht bekannt. Vielleicht wurde er entfernt.',
  },
};
