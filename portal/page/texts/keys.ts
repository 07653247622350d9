/** Texts of the page Keys. */
export const text = {
  heading: 'Keys',
  intro:
    'A key lets a program use your account. Give each program its own, so that you can see what it does and replace it alone.',
  create: 'New key',
  managers: 'Manages keys',
  facts: { created: 'Created', lastUsed: 'Last used', never: 'Never', week: 'Last 7 days' },
  usageOf: (name: string, requests: string) => `Usage of “${name}”: ${requests}`,
  revoked: (count: number, hasMore = false) =>
    hasMore ? `${count} revoked keys, and more` : count === 1 ? '1 revoked key' : `${count} revoked keys`,
  revokedAt: 'Revoked',
  menu: { label: (name: string) => `Actions of “${name}”`, rename: 'Rename', rotate: 'Replace', revoke: 'Revoke' },
  replaced: {
    unused: 'Its replacement has not been used yet.',
    used: 'Its replacement is in use: this one can be revoked.',
  },
  rename: { label: 'Name of the key', save: 'Save', done: (name: string) => `The key is now called “${name}”.` },
  revoke: {
    heading: (name: string) => `Revoke “${name}”?`,
    text: (id: string, lastUsed: string | undefined) =>
      `${id} stops working at once and for good. ${lastUsed ? `It was last used ${lastUsed}.` : 'It was never used.'} Requests that run complete.`,
    action: 'Revoke',
    done: (name: string) => `“${name}” is revoked.`,
  },
  newKey: {
    heading: 'New key',
    rotation: (name: string) => `Replace “${name}”`,
    rotationText:
      'A second key of the same name is made. The old one works until you revoke it, so that nothing stops while you deploy the new one.',
    rotate: 'Make the new key',
    name: 'What is it for?',
    hint: 'For example: shop, laptop, nightly import.',
    create: 'Create key',
    creating: 'Creating',
    made: (name: string) => `The key of “${name}”`,
    once: 'This is the only time that it is shown. Copy it now, and keep it where only your program can read it.',
    copy: 'Copy key',
    use: 'To try it',
    done: 'I have copied it',
    needed: 'Give it a name.',
  },
  empty: {
    heading: 'No keys yet',
    text: 'With a key, your own program can do everything that you do here: send it in the header X-API-Key.',
  },
  refused: {
    heading: 'This session cannot manage keys',
    text: 'It was begun with an API key, and what leaks must not be able to make its successors. Sign in with a link or a passkey to create, rename and revoke keys.',
    action: 'Sign in another way',
  },
};
