import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { AlwaysOffSampler, InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inSpan, openSpan, traceHeaders } from './trace.ts';

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

it('given work that fails, then its span has the error type and not the message', async () => {
  const fail = () => Promise.reject(Object.assign(new Error('a secret'), { code: 'unavailable' }));
  await expect(inSpan('provider.call', { about: 'generate' }, fail)).rejects.toThrow('a secret');
  expect(spans()).toMatchObject([
    { status: { code: SpanStatusCode.ERROR, message: 'unavailable' }, attributes: { 'error.type': 'unavailable' } },
  ]);
  expect(spans()[0]?.events).toEqual([]);
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
