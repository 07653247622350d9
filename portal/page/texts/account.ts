/** Texts of the account page. */
export const text = {
  heading: 'Account',
  signOut: 'Sign out',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  you: {
    heading: 'You',
    facts: { user: 'User', signedIn: 'Signed in', browser: 'Browser', until: 'Session ends', key: 'Counted as' },
    signedInBy: { invitation: 'with a link', passkey: 'with a passkey', api_key: 'with an API key' },
    keyMeaning: 'What this session requests is listed under this name on the usage page.',
    today: { used: 'Today', resets: 'Begins anew' },
    used: (used: number, limit: number) => `${used} of ${limit} used`,
    meter: 'Requests used today',
    usage: 'See your usage',
    mayNotManage:
      'This session began with an API key. It can make pictures and read, but not change keys, sessions, passkeys or the account: for that, sign in with a link or a passkey.',
  },
  sessions: {
    heading: 'Sessions',
    lead: 'Browsers in which you are signed in. End those that you do not know.',
    current: 'This one',
    began: { invitation: 'Link, began', passkey: 'Passkey, began', api_key: 'API key, began' },
    end: 'End',
    endLabel: (name: string) => `End the session of ${name}`,
    ended: (name: string) => `The session of ${name} has ended.`,
    endAll: 'Sign out everywhere',
    endAllText: (count: number) =>
      `${count === 1 ? 'This is your only session.' : `All ${count} sessions end, this one too.`} To come back you need a link, a passkey or an API key.`,
  },
  passkeys: {
    heading: 'Passkeys',
    lead: 'Sign in with your fingerprint, your face or a security key instead of a link.',
    unsupported: 'This browser has no passkeys, or the page is not served by https.',
    emptyHeading: 'No passkey yet',
    emptyText: 'With a passkey you can come back whenever you like, and nothing has to be kept secret.',
    add: 'Add a passkey',
    name: 'Name',
    nameHint: 'By which you will recognise it in this list.',
    create: 'Go on',
    creating: 'Follow what your browser asks …',
    added: (name: string) => `“${name}” can now sign you in.`,
    dismissed: 'No passkey was made: the request was dismissed, or took too long.',
    known: 'This device has a passkey of yours already.',
    created: 'added',
    remove: 'Remove',
    removeLabel: (name: string) => `Remove the passkey ${name}`,
    removeHeading: (name: string) => `Remove “${name}”?`,
    removeText:
      'It no longer signs you in. Sessions that it began go on. The entry in your device stays until you delete it there.',
    removed: (name: string) => `“${name}” was removed.`,
  },
  export: {
    heading: 'Take everything with you',
    lead: 'One zip file: your pictures, and all records about them as JSON: images, jobs, uploads, usage, keys, webhooks, deliveries, events. Uploaded selfies and garments are private to the service; only what is recorded of them is in it.',
    start: 'Download everything',
    canceled: 'The download was canceled.',
    progress: 'Progress of the download',
    reading: (file: string) => `Reading ${file}`,
    pictures: (done: number, total: number) => `Picture ${done} of ${total}`,
    done: (name: string, size: string) => `${name} is saved, ${size}.`,
    gone: (count: number) => `Expired meanwhile, so not in it: ${counted(count, 'picture')}.`,
    fileName: (user: string, day: string) => `styling-${user}-${day}.zip`,
    readMe: (user: string, time: string, isWhole: boolean, gone: readonly string[]) =>
      [
        `What the image styling service keeps of ${user}, read at ${time}.`,
        '',
        'images/           the pictures, named by image',
        'images.json       their records',
        'jobs.json         requests of the last 30 days',
        'assets.json       uploads: records only, as the service gives out no upload',
        'usage.json        requests of the last 90 days, by day, key and endpoint, and the daily limit',
        'webhooks.json     webhooks, without their secrets',
        'deliveries/       what was sent to each of them in 30 days',
        'events.json       events of the last 30 days',
        ...(isWhole
          ? [
              'keys.json         API keys, without their secrets',
              'sessions.json     browsers that are signed in',
              'passkeys.json     names and times of passkeys',
            ]
          : ['', 'Keys, sessions and passkeys are not here: the session that made this file began with an API key.']),
        ...(gone.length === 0 ? [] : ['', 'Expired while this file was made:', ...gone]),
        '',
      ].join('\n'),
  },
  deletion: {
    heading: 'Delete everything',
    lead: 'Your pictures, uploads and webhooks, at once. It cannot be undone.',
    start: 'Delete everything',
    goes: 'Deleted at once',
    going: [
      'all images, also those kept for ever, and their records',
      'all uploaded selfies and garments',
      'all webhooks with their deliveries',
      'all API keys, passkeys and sessions: whatever uses them stops',
    ],
    stays: 'Stays until the operator erases it',
    staying: [
      'the log: your user name, ids, times and sizes; no picture and no words',
      'what is derived from it: jobs and events for 30 days, counts of your usage',
    ],
    askFirst: 'You may want to download everything first.',
    confirm: (user: string) => `Type ${user} to confirm`,
    mismatch: (user: string) => `This is not ${user}.`,
    action: 'Delete everything',
    deleting: 'Deleting …',
    deletingHeading: 'Deleting everything',
    progress: (gone: string, total: string) => `${gone} of ${total} images are deleted.`,
    goesOn:
      'You are signed out everywhere, and your keys no longer work. You can close this window: the deletion goes on.',
    doneHeading: 'Everything is deleted',
    done: ({ images, assets, webhooks, keys }: Counts) =>
      `${counted(images, 'image')}, ${counted(assets, 'upload')}, ${counted(webhooks, 'webhook')} and ${counted(keys, 'key')}. You are signed out.`,
    leave: 'Leave',
  },
};

type Counts = { readonly images: number; readonly assets: number; readonly webhooks: number; readonly keys: number };

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
