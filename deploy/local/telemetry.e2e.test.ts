import { serviceNames } from '@styling/contracts';
import { breaks, type FakeModels, serpApiFaults, startFakeModels } from '@styling/fake-models';
import { type AttributeName, attributes, type MetricName, metrics, type SpanName, spans } from '@styling/telemetry';
import { photo } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.fixture.ts';
import { type OwnStack, startOwnStack } from './own-stack.fixture.ts';

// All services as processes, on stand-ins of the hosted models, that export to a collector. One request of
// each kind, then everything is stopped: what was exported by then is compared with the registry.

const DESCRIPTION = 'a peculiarly phrased crimson pullover';
const OCCASION = 'a peculiarly phrased garden party';
const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

let receiver: OtlpReceiver;
let fakes: FakeModels;
let stack: OwnStack;
let selfie: string;
const requestIds: Record<string, string> = {};
const secrets: Record<string, string> = {};

async function call(name: string, path: string, body?: object, method = body ? 'POST' : 'GET') {
  const response = await fetch(stack.apiUrl + path, {
    method,
    headers: { 'x-api-key': stack.demoKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  requestIds[name] = response.headers.get('x-request-id') ?? '';
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/**
 * A request of a user whose events all read models have taken in before the next one begins: on a busy machine a batch could
 * hold events of both, and would belong to neither's trace. Each of these answers after the log's head.
 */
async function callAlone(...request: Parameters<typeof call>) {
  const response = await call(...request);
  for (const readModel of ['/images', '/jobs', '/usage', '/events']) {
    expect((await call(`read after ${request[0]}`, readModel)).status).toBe(200);
  }
  return response;
}

beforeAll(async () => {
  [receiver, fakes] = await Promise.all([startOtlpReceiver(), startFakeModels()]);
  const { EBAY_CLIENT_ID, EBAY_CLIENT_SECRET, ...hosted } = fakes.variables;
  stack = await startOwnStack({
    ...hosted,
    ALLOW_PRIVATE_URLS: '1',
    STYLING_PROVIDER: 'replicate,ondevice',
    DAILY_LIMIT: '4',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  });
  selfie = (await photo('grace-hopper.jpg')).toString('base64');

  // No server listens there: the attempt is recorded as failed.
  const hook = { url: 'http://127.0.0.1:1/peculiar-hook', events: ['job.succeeded'], description: OCCASION };
  const { body: webhook } = await callAlone('webhook', '/webhooks', hook);
  const tryOn = { selfie_base64: selfie, clothing_description: DESCRIPTION, mode: 'model_shot' };
  const { status, body: made } = await callAlone('try on', '/try_on_outfit', tryOn);
  expect(status).toBe(200);
  fakes.serpApi.script([serpApiFaults.broken]);
  expect((await callAlone('analyse', '/analyze_outfit', { image_url: made.image_url })).status).toBe(200);
  // After the advice, a picture that is of no use.
  fakes.replicate.script([{}, { end: { paints: 'unchanged' } }]);
  expect(
    (await callAlone('style', '/style_me', { selfie_base64: selfie, occasion: OCCASION, num_outfits: 1 })).status,
  ).toBe(200);
  // Useless on purpose, so that the next provider is asked.
  fakes.replicate.script([breaks(503)]);
  expect((await callAlone('fallback', '/try_on_outfit', tryOn)).status).toBe(200);
  expect((await callAlone('refused', '/try_on_outfit', tryOn)).status).toBe(429);
  expect((await call('images', '/images')).status).toBe(200);
  expect((await call('usage', '/usage')).status).toBe(200);
  expect((await call('unknown', '/made-up-path', undefined, 'PROPFIND')).status).toBe(404);
  Object.assign(secrets, {
    'the selfie': selfie.slice(30_000, 30_064),
    'the description': 'peculiarly',
    'the key': stack.demoKey,
    'an image': String(made.image_id),
    'an address': String(made.image_url),
    'the address of a webhook': 'peculiar-hook',
    'the secret of a webhook': String(webhook.secret),
    'a path': 'made-up-path',
    'a made-up method': 'PROPFIND',
    'an object': 'requests/req_',
    'the token of the models': fakes.variables.REPLICATE_API_TOKEN,
    'a statement': 'from admission',
  });
  // Lags are asked for while a service runs; the rest is sent when it stops.
  const hasToldGauges = (service: string) =>
    receiver.metrics.some((exported) => exported.service === service && exported.kind === 'gauge');
  await vi.waitFor(() => expect(serviceNames.filter(hasToldGauges)).toEqual(serviceNames), {
    timeout: 20_000,
    interval: 100,
  });
  await stack.stop();
});

afterAll(async () => {
  await stack.stop();
  await Promise.all([receiver.stop(), fakes.stop()]);
});

/** The spans from the one of request `name` down, by their parents. */
function traceOf(name: string): ReceivedSpan[] {
  const root = receiver.spans.find((span) => span.attributes['styling.request_id']?.stringValue === requestIds[name]);
  return receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
}
const describeSpan = ({ service, name }: ReceivedSpan) => `${service}: ${name}`;
/** Every road from the root to a span that crosses from service to service, as `service: span > service: span`. */
function crossings(trace: readonly ReceivedSpan[]): string[] {
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  const crossed = trace.flatMap((span) => {
    const parent = byId.get(span.parentSpanId ?? '');
    return parent && parent.service !== span.service ? [`${describeSpan(parent)} > ${describeSpan(span)}`] : [];
  });
  return [...new Set(crossed)].toSorted();
}
/** Which of the registry's spans it is: the most particular one whose kind and name fit. */
const declared = (Object.keys(spans) as SpanName[]).toSorted((a, b) => spans[b].name.length - spans[a].name.length);
const nameOfSpan = ({ name, kind }: ReceivedSpan): SpanName | undefined =>
  declared.find((candidate) => {
    const [before = '', after] = spans[candidate].name.split('{}');
    const fits = after === undefined ? name === before : name.startsWith(before) && name.endsWith(after);
    return KINDS[spans[candidate].kind] === kind && fits;
  });

describe('the trace of a request', () => {
  it('runs from the gateway through the worker to the read models', () => {
    expect(crossings(traceOf('try on'))).toEqual([
      'gateway: publish request.accepted > jobs: project jobs',
      'gateway: publish request.accepted > tryon: process request.accepted',
      'gateway: publish request.accepted > webhooks: project webhooks',
      'tryon: publish image.created > images: project images',
      'tryon: publish image.created > webhooks: project webhooks',
      'tryon: publish request.charged > gateway: project gateway',
      'tryon: publish request.charged > jobs: project jobs',
      'tryon: publish request.charged > webhooks: project webhooks',
      'tryon: publish request.completed > gateway: project gateway',
      'tryon: publish request.completed > jobs: project jobs',
      'tryon: publish request.completed > usage: project usage',
      'tryon: publish request.completed > webhooks: project webhooks',
      'tryon: publish request.started > jobs: project jobs',
      'tryon: publish request.started > webhooks: project webhooks',
    ]);
  });

  it('has one root, which is the request, and every parent in it', () => {
    for (const name of ['try on', 'analyse', 'style', 'refused', 'images', 'usage']) {
      const trace = traceOf(name);
      const ids = new Set(trace.map(({ spanId }) => spanId));
      const rootless = trace.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
      expect(rootless.map(nameOfSpan)).toEqual(['http.server']);
    }
  });

  it('has a call of each provider that was asked, also of one that failed', () => {
    const calls = traceOf('fallback').filter((span) => nameOfSpan(span) === 'provider.call');
    expect(calls.map(({ name, attributes }) => [name, attributes['error.type']?.stringValue])).toEqual([
      ['generate replicate', 'unavailable'],
      ['generate ondevice', undefined],
    ]);
  });

  it('is of a request only, or of the counts of many: what else goes on by itself is no trace', () => {
    // A batch with events of several requests belongs to none of them.
    const isOfSeveral = ({ links = [] }: ReceivedSpan) => new Set(links.map(({ traceId }) => traceId)).size > 1;
    const roots = receiver.spans.filter((span) => !span.parentSpanId && !isOfSeveral(span));
    const named = roots.map((span) => (nameOfSpan(span) === 'http.server' ? 'a request' : span.name));
    expect(new Set(named)).toEqual(new Set(['a request', 'publish read.counted']));
  });

  it('is linked from each batch that a read model took in', () => {
    const ids = new Set(traceOf('try on').map(({ spanId }) => spanId));
    const projected = receiver.spans.filter((span) => nameOfSpan(span) === 'events.project');
    expect(projected.every(({ links = [] }) => links.length > 0)).toBe(true);
    const linked = projected.filter(({ links = [] }) => links.some(({ spanId }) => ids.has(spanId)));
    expect([...new Set(linked.map(describeSpan))].toSorted()).toEqual([
      'gateway: project gateway',
      'images: project images',
      'jobs: project jobs',
      'usage: project usage',
      'webhooks: project webhooks',
    ]);
  });
});

describe('the registry', () => {
  it('has every span that was exported, with its attributes, and none that was not', () => {
    const faults = receiver.spans.flatMap((span) => {
      const name = nameOfSpan(span);
      if (!name) return [`${describeSpan(span)} is not in it`];
      const allowed: readonly string[] = ['error.type', ...spans[name].attributes];
      return Object.keys(span.attributes)
        .filter((key) => !allowed.includes(key))
        .map((key) => `${name} has ${key}`);
    });
    expect(faults).toEqual([]);
    const exported = new Set(receiver.spans.map(nameOfSpan));
    expect(declared.filter((name) => !exported.has(name))).toEqual([]);
  });

  it('has every metric that was exported, with unit, kind and attributes, and none that was not', () => {
    const kinds = {
      counter: ['sum', true],
      level: ['sum', false],
      gauge: ['gauge', false],
      histogram: ['histogram', false],
    };
    const faults = receiver.metrics.flatMap(({ name, unit, kind, isMonotonic, attributes: keys }) => {
      if (!(name in metrics)) return [`${name} is not in it`];
      const metric = metrics[name as MetricName];
      const allowed: readonly string[] = metric.attributes;
      return [
        ...(unit === metric.unit && kinds[metric.kind].join() === [kind, isMonotonic].join()
          ? []
          : [`${name} is exported otherwise`]),
        ...keys.filter((key) => !allowed.includes(key)).map((key) => `${name} has ${key}`),
      ];
    });
    expect(faults).toEqual([]);
    const exported = new Set(receiver.metrics.map(({ name }) => name));
    expect(Object.keys(metrics).filter((name) => !exported.has(name))).toEqual([]);
  });

  it('has every attribute that was exported, with its values, and none that was not', () => {
    const exported = [
      ...receiver.spans.flatMap((span) => Object.entries(span.attributes)),
      ...receiver.metrics.flatMap((metric) => metric.attributes.map((key) => [key, undefined] as const)),
    ];
    const faults = exported.flatMap(([key, value]) => {
      if (!(key in attributes)) return [`${key} is not in it`];
      const values: readonly string[] | undefined = attributes[key as AttributeName];
      const strange = value?.stringValue !== undefined && values?.includes(value.stringValue) === false;
      return strange ? [`${key} is ${value.stringValue}`] : [];
    });
    expect(new Set(faults)).toEqual(new Set());
    const keys = new Set(exported.map(([key]) => key));
    expect(Object.keys(attributes).filter((key) => !keys.has(key))).toEqual([]);
  });
});

describe('what is exported', () => {
  it('holds nothing private', () => {
    const text = receiver.text();
    const found = Object.entries(secrets).filter(([, secret]) => text.toLowerCase().includes(secret.toLowerCase()));
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it('has no id but a request’s in a span, and none in a metric', () => {
    for (const { attributes: values, name, links = [] } of receiver.spans) {
      const { 'styling.request_id': request_id, ...others } = values;
      expect(JSON.stringify([name, others, links.map((link) => link.attributes)])).not.toMatch(
        /(req|img|key)_[0-9a-f]{24}/,
      );
    }
  });
});
