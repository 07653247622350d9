import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

export { type Attributes, type Span, SpanKind } from '@opentelemetry/api';

const tracer = () => trace.getTracer('styling');

/** How a span is opened: its kind, its first attributes, and the headers that carry a remote parent. */
export type SpanOptions = { kind?: SpanKind; attributes?: Attributes; parent?: Readonly<Record<string, string>> };

/**
 * Runs `work` inside a new span that ends with it. A throw marks the span as failed with the error's name only: a
 * message may hold what must not leave the process.
 */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { kind = SpanKind.INTERNAL, attributes = {}, parent } = options;
  const surrounding = parent ? propagation.extract(context.active(), parent) : context.active();
  return tracer().startActiveSpan(name, { kind, attributes }, surrounding, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The active trace as headers (`traceparent`, `tracestate`), to be sent along with a message. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}
