import { defineCommand, inColumns } from './command.ts';

export const usage = defineCommand({
  name: 'usage',
  usage: '',
  about: 'Requests of this key, and what is left of the daily limit.',
  options: {},
  async run({ client, wait: { signal }, print }) {
    const report = await client.usage({ signal });
    const { used_today, daily_limit, remaining } = report.rate_limit;
    const counts = Object.entries(report.requests_by_endpoint).map(([endpoint, count]) => [endpoint, String(count)]);
    const today = `today ${used_today} of ${daily_limit} are used, ${remaining} are left`;
    print([today, inColumns(counts)].filter((part) => part !== '').join('\n'), report);
  },
});
