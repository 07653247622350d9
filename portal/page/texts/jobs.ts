import { text as lists } from './lists.ts';
import { text as work } from './work.ts';

export const text = {
  title: 'Jobs',
  statuses: { running: 'Running', succeeded: 'Done', failed: 'Failed', canceled: 'Canceled' },
  progress: (stage: keyof typeof work.stages, fraction: number) => `${work.stages[stage]}, ${work.percent(fraction)}`,
  took: (ms: number) => `took ${lists.duration(ms)}`,
  cost: (cost: number) =>
    cost === 0 ? 'not counted' : cost === 1 ? 'counted once' : `counted ${work.number(cost)} times`,
  cancel: 'Cancel',
  cancelOf: (endpoint: string) => `Cancel: ${work.endpoint(endpoint)}`,
  canceling: 'Canceling',
  notCanceled: (why: string) => `Not canceled: ${why}`,
  stale: 'The list is not up to date: the service does not respond.',
  empty: {
    heading: 'No jobs yet',
    text: 'Each request to dress somebody, to style them or to look at an outfit is listed here for 30 days.',
  },
  noneOfStatus: { heading: 'None in this state', text: 'No job of the last 30 days is in this state.' },
};
