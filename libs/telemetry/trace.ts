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
import { errorType } from './error-type.ts';
import { type SpanName, spans } from './registry.ts';

/** What carries a trace from one process to another: `traceparent`, `tracestate`. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** The attributes that the registry allows a span. */
export type SpanAttributes<Name extends SpanName> = {
  readonly [Key in (typeof spans)[Name]['attributes'][number] | 'error.type']?: string | number;
};

/** How a span is opened. */
export type SpanOptions<Name extends SpanName> = {
  /** The word or two that its name is made with: an event's type, a template, never an id. */
  readonly about?: string;
  readonly attributes?: SpanAttributes<Name>;
  /** The remote span it belongs under; without one it is the active one of this process. */
  readonly parent?: TraceHeaders | undefined;
  /** Remote spans that it has to do with; asked only when the span is kept. */
  readonly links?: () => readonly TraceHeaders[];
};

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** A span that somebody has to end. */
export type OpenSpan<Name extends SpanName> = {
  /** Does `work` as a part of it. */
  within<T>(work: () => T): T;
  /** Adds to its attributes, and changes what it is about. With an `error.type` it has failed. */
  tell(attributes: SpanAttributes<Name>, about?: string): void;
  end(): void;
};

/** Opens a span that does not end with a function; see {@link inSpan} for the others. */
export function openSpan<Name extends SpanName>(name: Name, options: SpanOptions<Name> = {}): OpenSpan<Name> {
  const surrounding = options.parent ? propagation.extract(context.active(), options.parent) : context.active();
  const span = start(name, options, surrounding);
  return {
    within: (work) => context.with(trace.setSpan(surrounding, span), work),
    tell(attributes, about) {
      addAttributes(span, attributes);
      if (about !== undefined) span.updateName(nameOf(name, about));
    },
    end: () => span.end(),
  };
}

/**
 * Runs `work` inside a new span that ends with it. A throw marks the span as failed. A span that is only a part of
 * others is left out where there is none, and so is any inside one that is not sampled: its ids serve as well.
 *
 * @param work may tell more attributes
 */
export async function inSpan<Name extends SpanName, T>(
  name: Name,
  options: SpanOptions<Name>,
  work: (tell: OpenSpan<Name>['tell']) => Promise<T>,
): Promise<T> {
  if (isLeftOut(name, options)) return work(() => {});
  const span = openSpan(name, options);
  try {
    return await span.within(() => work(span.tell));
  } catch (error) {
    span.tell({ 'error.type': errorType(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** A span that ends now, of what took `ms` and is only heard of when it is over. */
export function pastSpan<Name extends SpanName>(name: Name, options: SpanOptions<Name>, ms: number): void {
  if (isLeftOut(name, options)) return;
  start(name, options, context.active(), Date.now() - ms).end();
}

/** The active trace as headers, to be sent along with a message. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

const nameOf = (name: SpanName, about = ''): string => spans[name].name.replace('{}', about);

function isLeftOut(name: SpanName, { parent }: Pick<SpanOptions<SpanName>, 'parent'>): boolean {
  const active = trace.getActiveSpan();
  if (active?.isRecording()) return false;
  if ('inner' in spans[name]) return true;
  // One that has ended does not record either, but what it began may go on and be seen.
  return active !== undefined && !parent && (active.spanContext().traceFlags & TraceFlags.SAMPLED) === 0;
}

function start<Name extends SpanName>(
  name: Name,
  { about, attributes = {}, links }: SpanOptions<Name>,
  surrounding: Context,
  startTime?: number,
): Span {
  const options = {
    kind: KINDS[spans[name].kind],
    ...(startTime !== undefined && { startTime }),
  };
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
