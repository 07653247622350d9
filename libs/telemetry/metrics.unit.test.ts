import { afterEach, beforeEach, expect, it } from 'vitest';
import { count, errorType, observe, record, timed } from './metrics.ts';
import { startTelemetry, type Telemetry } from './start.ts';

let telemetry: Telemetry;
beforeEach(async () => {
  telemetry = await startTelemetry('trial', false);
});
afterEach(() => telemetry.stop());

const lines = async () => (await telemetry.metricsText()).split('\n').filter((line) => !line.startsWith('#'));

it('given counts, then they have their Prometheus names and only their own attributes', async () => {
  count('styling.dead_letters', 0, { 'messaging.consumer.group.name': 'tryon' });
  count('styling.dead_letters', 2, { 'messaging.consumer.group.name': 'style' });
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'styling_dead_letters_total{messaging_consumer_group_name="tryon"} 0',
      'styling_dead_letters_total{messaging_consumer_group_name="style"} 2',
    ]),
  );
});

it('given a level, then it goes up and down', async () => {
  const attributes = { 'http.request.method': 'GET' };
  for (const amount of [1, 1, -1]) count('http.server.active_requests', amount, attributes);
  expect(await lines()).toContain('http_server_active_requests{http_request_method="GET"} 1');
});

it('given durations, then they are counted in the buckets of the registry', async () => {
  record('styling.objectstore.operation.duration', 0.3, { 'styling.objectstore.operation': 'put' });
  const text = await lines();
  const name = 'styling_objectstore_operation_duration_seconds';
  expect(text).toContain(`${name}_count{styling_objectstore_operation="put"} 1`);
  expect(text).toContain(`${name}_bucket{styling_objectstore_operation="put",le="0.25"} 0`);
  expect(text).toContain(`${name}_bucket{styling_objectstore_operation="put",le="0.5"} 1`);
});

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

it('given a gauge that can no longer be read, then it is absent instead of repeated, until it can', async () => {
  let reads = 0;
  const end = observe('styling.consumer.pending', async () => {
    if (++reads === 2) throw new Error('no server');
    return [[reads, { 'messaging.consumer.group.name': 'tryon' }]];
  });
  const pending = async () => (await lines()).filter((line) => line.startsWith('styling_consumer_pending'));
  expect(await pending()).toEqual(['styling_consumer_pending{messaging_consumer_group_name="tryon"} 1']);
  expect(await pending()).toEqual([]);
  expect(await pending()).toEqual(['styling_consumer_pending{messaging_consumer_group_name="tryon"} 3']);
  end();
  expect(await pending()).toEqual([]);
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
