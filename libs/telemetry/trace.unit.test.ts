import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { AlwaysOffSampler, InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inSpan, openSpan, pastSpan, traceHeaders } from './trace.ts';

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});
afterAll(() => {
  for (const api of [trace, context, propagation]) api.disable();
});
beforeEach(() => exporter.reset());
const spans = () => exporter.getFinishedSpans();

const REMOTE = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };

it('given work, then it runs in a span of the declared kind and name, which can be updated', async () => {
  const attributes = { 'cloudevents.event_type': 'image.created' };
  const result = await inSpan('event.publish', { about: 'image.created', attributes }, async (update) => {
    update({ 'messaging.system': 'nats' });
    return trace.getActiveSpan()?.spanContext().spanId;
  });
  expect(spans()).toMatchObject([
    {
      name: 'publish image.created',
      kind: SpanKind.PRODUCER,
      attributes: { ...attributes, 'messaging.system': 'nats' },
      status: { code: SpanStatusCode.UNSET },
    },
  ]);
  expect(spans()[0]?.spanContext().spanId).toBe(result);
});

it('given work that fails, then its span has the error type and not the message', async () => {
  const fail = () => Promise.reject(Object.assign(new Error('a secret'), { code: 'unavailable' }));
  await expect(inSpan('provider.call', { about: 'generate' }, fail)).rejects.toThrow('a secret');
  expect(spans()).toMatchObject([
    { status: { code: SpanStatusCode.ERROR, message: 'unavailable' }, attributes: { 'error.type': 'unavailable' } },
  ]);
  expect(spans()[0]?.events).toEqual([]);
});

it('given a remote parent and links, then the span has that parent and those links', async () => {
  await inSpan(
    'events.project',
    { about: 'usage', parent: REMOTE, links: () => [REMOTE, { traceparent: 'none' }] },
    async () => expect(traceHeaders().traceparent).toContain('a'.repeat(32)),
  );
  const [span] = spans();
  expect(span?.parentSpanContext?.spanId).toBe('b'.repeat(16));
  expect(span?.links.map(({ context }) => context.spanId)).toEqual(['b'.repeat(16)]);
});

it('given an inner span, then it exists only inside another span', async () => {
  const call = () => inSpan('objectstore.call', { about: 'put' }, async (update) => update({ 'error.type': 'x' }));
  await call();
  pastSpan('database.query', { about: 'SELECT' }, 5);
  expect(spans()).toEqual([]);
  await inSpan('provider.call', { about: 'outer' }, async () => {
    await call();
    pastSpan('database.query', { about: 'SELECT', attributes: { 'error.type': '42P01' } }, 5);
  });
  expect(spans().map(({ name }) => name)).toEqual(['put object', 'SELECT postgresql', 'outer']);
  expect(spans()[1]).toMatchObject({ status: { code: SpanStatusCode.ERROR, message: '42P01' } });
  const outer = spans()[2]?.spanContext().spanId;
  expect(spans().map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([outer, outer, undefined]);
});

it('given an unsampled trace, then one span provides the ids for everything inside', async () => {
  const provider = new TracerProvider({ sampler: new AlwaysOffSampler() });
  const unsampled = provider.getTracer('styling').startSpan('outer');
  await context.with(trace.setSpan(context.active(), unsampled), async () => {
    const carried = await inSpan('query.ask', { about: 'usage' }, async () => traceHeaders().traceparent);
    const { traceId, spanId } = unsampled.spanContext();
    expect(carried).toBe(`00-${traceId}-${spanId}-00`);
    const elsewhere = inSpan('event.publish', { parent: REMOTE }, async () => traceHeaders().traceparent);
    expect(await elsewhere).toContain('a'.repeat(32));
  });
  expect(spans().map(({ name }) => name)).toEqual(['publish ']);
});

it('given a sampled span that was renamed and has ended, then spans started by it are still recorded', async () => {
  const span = openSpan('http.server', { about: 'GET' });
  span.update({ 'http.route': '/images/:id' }, 'GET /images/:id');
  span.end();
  await span.within(() => inSpan('event.publish', { about: 'x' }, async () => undefined));
  expect(spans().map(({ name }) => name)).toEqual(['GET /images/:id', 'publish x']);
});
