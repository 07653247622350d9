import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * Starts tracing. Trace ids are made and passed on in every case, so that logs and events of one request can be joined;
 * spans leave the process only when `exporting` is true, and then as the standard `OTEL_*` variables say.
 *
 * @returns a function that flushes and stops
 */
export async function startTelemetry(service: string, exporting: boolean): Promise<() => Promise<void>> {
  if (exporting) {
    // The full SDK costs 170 ms of loading: only those who export pay it.
    const { NodeSDK } = await import('@opentelemetry/sdk-node');
    const sdk = new NodeSDK({ serviceName: service, logRecordProcessors: [], metricReaders: [], instrumentations: [] });
    sdk.start();
    return () => sdk.shutdown();
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider();
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
