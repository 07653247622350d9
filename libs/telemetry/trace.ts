import {
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { errorType } from './metrics.ts';
import { type SpanName, spans } from './registry.ts';

/** `traceparent`, `tracestate`. */
export type TraceHeaders = Readonly<Record<string, string>>;

export type SpanAttributes<Name extends SpanName> = {
  readonly [Key in (typeof spans)[Name]['attributes'][number] | 'error.type']?: string | number;
};

export type SpanOptions<Name extends SpanName> = {
  /** Completes the span's name: an event type, a route template, never an id. */
  readonly about?: string;
  readonly attributes?: SpanAttributes<Name>;
  /** Remote parent span; default: the active span of this process. */
  readonly parent?: TraceHeaders | undefined;
  /** Remote spans to link to; called only if the span is recorded. */
  readonly links?: () => readonly TraceHeaders[];
};

/** Opens a span that the caller has to end; otherwise use {@link inSpan}. */
export function openSpan<Name extends SpanName>(name: Name, options: SpanOptions<Name> = {}) {
  const surrounding = options.parent ? propagation.extract(context.active(), options.parent) : context.active();
  const span = start(name, options, surrounding);
  return {
    within: <T>(work: () => T): T => context.with(trace.setSpan(surrounding, span), work),
    /** Adds attributes, and replaces `about` in the name. An `error.type` marks the span as failed. */
    update(attributes: SpanAttributes<Name>, about?: string): void {
      addAttributes(span, attributes);
      if (about !== undefined) span.updateName(nameOf(name, about));
    },
    end: (): void => span.end(),
  };
}

/**
 * Runs `work` in a new span, which a throw marks as failed. No span is created inside an unsampled one, whose ids serve
 * as well, nor for an `inner` span without a parent.
 */
export async function inSpan<Name extends SpanName, T>(
  name: Name,
  options: SpanOptions<Name>,
  work: (update: ReturnType<typeof openSpan<Name>>['update']) => Promise<T>,
): Promise<T> {
  if (isOmitted(name, options)) return work(() => {});
  const span = openSpan(name, options);
  try {
    return await span.within(() => work(span.update));
  } catch (error) {
    span.update({ 'error.type': errorType(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** Records a span that ends now and took `ms`, for operations reported only after they end. */
export function pastSpan<Name extends SpanName>(name: Name, options: SpanOptions<Name>, ms: number): void {
  if (isOmitted(name, options)) return;
  start(name, options, context.active(), Date.now() - ms).end();
}

/** The active trace as message headers. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

const nameOf = (name: SpanName, about = ''): string => spans[name].name.replace('{}', about);

function isOmitted(name: SpanName, { parent }: Pick<SpanOptions<SpanName>, 'parent'>): boolean {
  const active = trace.getActiveSpan();
  if (active?.isRecording()) return false;
  if (spans[name].inner) return !parent?.traceparent;
  // An ended span does not record either, but spans it started are still wanted if it was sampled.
  return active !== undefined && !parent && (active.spanContext().traceFlags & TraceFlags.SAMPLED) === 0;
}

function start<Name extends SpanName>(
  name: Name,
  { about, attributes = {}, links }: SpanOptions<Name>,
  surrounding: Context,
  startTime?: number,
): Span {
  const kind = SpanKind[spans[name].kind.toUpperCase() as keyof typeof SpanKind];
  const options = startTime === undefined ? { kind } : { kind, startTime };
  const span = trace.getTracer('styling').startSpan(nameOf(name, about), options, surrounding);
  addAttributes(span, attributes);
  if (links && span.isRecording()) span.addLinks(links().flatMap(toLink));
  return span;
}

function addAttributes<Name extends SpanName>(span: Span, attributes: SpanAttributes<Name>): void {
  span.setAttributes(attributes);
  const failure = (attributes as SpanAttributes<SpanName>)['error.type'];
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: String(failure) });
}

function toLink(headers: TraceHeaders): Link[] {
  const linked = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  return linked ? [{ context: linked }] : [];
}
