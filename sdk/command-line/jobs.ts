import type { Job } from '../generated/types.gen.ts';
import { argument, defineCommand, firstOf, inColumns, UsageError, wholeNumber } from './command.ts';
import { printResult } from './print-result.ts';

const ACTIONS = ['list', 'get', 'response', 'timeline', 'cancel'] as const;
const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const satisfies readonly Job['status'][];
const MOST = 10_000;

export const jobs = defineCommand({
  name: 'jobs',
  usage: '[list] | get JOB_ID | response JOB_ID | timeline JOB_ID | cancel JOB_ID',
  about: 'Requests that make something. `response` waits for the job, and returns what the request would have.',
  actions: ACTIONS,
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'Save the images of a response' },
    status: { type: 'string', value: 'STATUS', about: `List only: ${STATUSES.join(', ')}` },
    limit: { type: 'string', value: 'N', about: 'Most jobs of a list; default 20' },
  },
  async run(call) {
    const { client, values, positionals, wait, print } = call;
    const { signal } = wait;
    const [action = 'list'] = positionals;
    const id = () => argument(positionals, 1, 'JOB_ID');
    if (action === 'list') {
      const { limit = '20' } = values;
      const count = wholeNumber('--limit', limit, 1, MOST);
      const status = STATUSES.find((name) => name === values.status);
      if (values.status !== undefined && !status)
        throw new UsageError(`--status must be one of: ${STATUSES.join(', ')}`);
      const list = client.jobs.list({ ...(status && { status }), signal, pageSize: Math.min(count, 100) });
      const listed = await firstOf(list, count);
      return print(inColumns(listed.map(row)), listed);
    }
    if (action === 'get' || action === 'cancel') {
      const job = await client.jobs[action](id(), { signal });
      return print(inColumns([row(job)]), job);
    }
    if (action === 'timeline') {
      const timeline = await client.jobs.timeline(id(), { signal });
      const steps = timeline.steps.map(({ ms, what, by, detail = '' }) => [`${ms} ms`, what, by, detail]);
      return print(inColumns(steps), timeline);
    }
    if (action === 'response')
      return printResult(call, await client.jobs.response(id(), { ...wait, cancelOnAbort: false }), values.output);
    throw new UsageError(`jobs has no action ${action}; it has: ${ACTIONS.join(', ')}`);
  },
});

const row = ({ job_id, status, endpoint, created_at, progress, error }: Job): string[] => [
  job_id,
  status,
  endpoint,
  created_at,
  progress ? `${progress.stage} ${Math.round(progress.fraction * 100)} %` : (error?.error ?? ''),
];
