import { inSpan, timed } from '@styling/telemetry';

/** What a provider can be asked for. */
export type ProviderOperation = 'generate' | 'advise' | 'analyse';

/** Asks a provider, seen by telemetry. */
export const callProvider = <T>(
  operation: ProviderOperation,
  { name }: { readonly name: string },
  call: () => Promise<T>,
): Promise<T> =>
  timed('styling.provider.call.duration', { 'styling.provider': name, 'styling.operation': operation }, () =>
    inSpan(`${operation} ${name}`, {}, call),
  );
