/** Texts of the page of one webhook. */
export const text = {
  back: 'All webhooks',
  title: 'Webhook',
  actions: (name: string) => `Actions of ${name}`,
  test: 'Send a test',
  testSent: 'A test event is on its way.',
  change: 'Change',
  resume: 'Resume',
  menu: { rotate: 'Replace the secret', recover: 'Send what was missed', pause: 'Pause', remove: 'Delete' },
  facts: { address: 'Server URL', events: 'Events', created: 'Created' },
  stopped: {
    requested: {
      what: 'Paused by you.',
      advice: 'Nothing is sent, and nothing is queued. Resume it, then send what was missed.',
    },
    failing: {
      what: 'Paused by the service: for five days nothing arrived.',
      advice: 'Mend the receiver, resume the webhook, then send what was missed in up to 30 days.',
    },
    gone: {
      what: 'Paused by the service: the receiver responded with 410, Gone.',
      advice: 'If that was not meant, mend the receiver, resume the webhook, then send what was missed.',
    },
  },
  failing: {
    what: 'Nothing has arrived since',
    advice:
      'It is tried again and again, with longer and longer pauses. After five days of nothing but failures it is paused.',
  },
  resumed: 'The webhook sends again.',
  paused: 'The webhook is paused.',
  changed: 'The webhook is changed.',
  pauseQuestion: (name: string) => ({
    heading: `Pause ${name}?`,
    text: 'Nothing is sent while it is paused, and what is on its way now counts as failed. You can send it later with “Send what was missed”.',
    action: 'Pause',
  }),
  removeQuestion: (name: string) => ({
    heading: `Delete ${name}?`,
    text: 'Nothing is sent any more, and the record of its deliveries is deleted. This cannot be undone.',
    action: 'Delete',
    isDangerous: true,
  }),
  removed: (name: string) => `${name} is deleted.`,
  rotateForm: {
    about:
      'A new secret is made. For a while deliveries are signed with both, so that you can change your server at any moment.',
    overlap: 'The present secret signs',
    choices: [
      { seconds: 86_400, words: 'for a day more' },
      { seconds: 3_600, words: 'for an hour more' },
      { seconds: 604_800, words: 'for seven days more' },
      { seconds: 0, words: 'no more: it has leaked' },
    ],
    action: 'Replace',
  },
  recoverForm: {
    about: 'Every event since then that has not arrived is sent, oldest first. Events are kept for 30 days.',
    since: 'Since',
    notATime: 'Give a time in the last 30 days.',
    action: 'Send',
  },
  recovered: (count: number) =>
    ['Nothing was missed.', 'One event is on its way.'][count] ?? `${count} events are on their way.`,
  deliveries: 'Deliveries',
  filter: 'Show',
  filters: { all: 'All', pending: 'Pending', succeeded: 'Arrived', failed: 'Failed' },
  next: 'Next attempt',
  attempts: { caption: 'Attempts', when: 'When', outcome: 'What happened' },
  event: 'Event',
  redeliver: 'Send again',
  redelivered: 'It is sent again.',
  none: {
    heading: 'Nothing sent yet',
    text: 'As soon as something happens that this webhook is for, its deliveries are listed here. A test event shows whether your server is reached.',
  },
  noneOfFilter: 'No deliveries of this kind in the last 30 days.',
};
