import { text as work } from './work.ts';

const steps: Readonly<Record<string, string>> = {
  received: 'Request received',
  'request.accepted': 'Accepted and put into the queue',
  'request.started': 'Taken up by a worker',
  'request.charged': 'A paid model was asked',
  'request.cancel_requested': 'Cancel requested',
  'request.completed': 'Outcome',
  'image.created': 'Image made',
  'image.kept': 'Image kept for ever',
  'image.deleted': 'Image deleted',
};
const step = (what: string) => steps[what] ?? what;

export const text = {
  title: 'Job',
  canceling: 'Canceling: it ends with its next step',
  connectionLost: 'This page is not up to date: the service does not respond. It tries again.',
  facts: {
    endpoint: 'Request',
    created: 'Arrived',
    waited: 'Waited',
    took: 'Took',
    cost: 'Counted',
    deadline: 'Deadline',
    error: 'Refused with',
  },
  cost: (cost: number) => (cost === 0 ? 'not at all' : cost === 1 ? 'once' : `${work.number(cost)} times`),
  image: 'Open the image',
  imageGone: 'An image of this job is no longer kept.',
  response: {
    heading: 'Response',
    show: 'Show the response',
    until: 'Kept until',
    expired: 'It was kept for a day, for who asks for it again.',
    none: 'Only who waited for it received it.',
    shortened: (characters: number) => `… ${work.number(characters)} characters of base64`,
  },
  timeline: {
    heading: 'Timeline',
    hint: 'Point at a moment, or use the arrow keys, to see what happened.',
    label: (duration: string) => `What happened in ${duration}`,
    step,
    moment: (what: string, by: string, at: string, took: string) => `${step(what)}, by ${by}, at ${at}, after ${took}`,
    when: (at: string, took: string) => `at ${at}, ${took} after the step before`,
    asTable: 'As a table',
    columns: ['At', 'After the step before', 'What', 'By', 'Detail'],
  },
};
