import { inSpan, timed } from '@styling/telemetry';

/** What a provider can be asked for. */
export type ProviderOperation = 'generate' | 'advise' | 'analyse';

/** Asks a provider, seen by telemetry. */
export function callProvider<T>(
  operation: ProviderOperation,
  { name }: { readonly name: string },
  call: () => Promise<T>,
): Promise<T> {
  const attributes = { 'styling.provider': name, 'styling.operation': operation };
  return timed('styling.provider.call.duration', attributes, () =>
    inSpan('provider.call', { about: `${operation} ${name}`, attributes }, call),
  );
}
