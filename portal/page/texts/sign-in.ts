/** Texts of the sign-in page. */
export const text = {
  heading: 'Sign in',
  back: 'Sign in to go on where you were.',
  signingIn: 'Signing you in',
  passkey: {
    action: 'Sign in with a passkey',
    canceled: 'No passkey was chosen.',
    unusable: 'This browser could not use a passkey here.',
  },
  or: 'or',
  key: {
    label: 'API key',
    action: 'Sign in with this key',
    scope: 'Such a session plays and reads. It cannot manage keys, sessions or the account.',
    missing: 'Enter a key first.',
  },
  link: {
    heading: 'With a link',
    text: 'A link signs you in once, within an hour. npm start prints one; the operator of a service makes one for you:',
    command: 'npm run keys -- invite --user alice',
  },
  codes: {
    invalid_token: 'This link has been used or has expired. Ask for a new one, or sign in below.',
    invalid_api_key: 'This key is not valid: it may be mistyped, or revoked.',
    invalid_passkey: 'This passkey is not known here. It may have been removed.',
  },
};
