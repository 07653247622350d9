import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorType, timed } from './metrics.ts';
import { startTelemetry, type Telemetry } from './start.ts';

let telemetry: Telemetry;
beforeEach(async () => {
  telemetry = await startTelemetry('trial', false);
});
afterEach(() => telemetry.stop());

const lines = async () => (await telemetry.metricsText()).split('\n').filter((line) => !line.startsWith('#'));

it('given work that fails, then its duration is recorded with the error type, and it still fails', async () => {
  const attributes = { 'styling.provider': 'replicate', 'styling.operation': 'generate' } as const;
  const fail = () => Promise.reject(Object.assign(new Error('a secret'), { code: 'content_refused' }));
  await expect(timed('styling.provider.call.duration', attributes, fail)).rejects.toThrow('a secret');
  expect(await timed('styling.provider.call.duration', attributes, async () => 'done')).toBe('done');
  const counts = (await lines()).filter((line) => line.startsWith('styling_provider_call_duration_seconds_count'));
  expect(counts).toEqual([
    expect.stringContaining('error_type="content_refused"'),
    expect.stringMatching(/^((?!error_type).)*$/),
  ]);
});

const withCode = (code: unknown) => Object.assign(new Error('a secret'), { code });
const named = (name: string) => Object.assign(new Error('a secret'), { name });

it.each([
  ['the code of one of ours', withCode('unavailable'), 'unavailable'],
  ['the code of Postgres', withCode('57P01'), '57P01'],
  ['the name, where the code is a text', withCode('no such user: alice'), 'Error'],
  ['no name that is a text', named('cannot read /requests/req_1'), 'Error'],
  ['nothing of what is no error', 'a secret', 'Error'],
])('given a failure, then telemetry tells %s', (_, error, expected) => {
  expect(errorType(error)).toBe(expected);
});
