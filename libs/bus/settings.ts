import { isDeepStrictEqual } from 'node:util';
import { JetStreamApiError } from '@nats-io/jetstream';

/** For `catch`: undefined in place of a refusal of JetStream with this code. */
export const undefinedOn =
  (code: number) =>
  (error: unknown): undefined => {
    if (!(error instanceof JetStreamApiError && error.code === code)) throw error;
  };

/**
 * Calls `apply` (create, or update) unless `existing` has the `wanted` settings, and checks the response: old servers
 * silently drop settings they do not know.
 *
 * @throws Error naming the settings that differ, or the client's error
 */
export async function applySettings<Settings extends object>(
  name: string,
  wanted: Partial<Settings>,
  existing: Settings | undefined,
  apply: () => Promise<{ readonly config: Settings }>,
): Promise<void> {
  const differences = (actual: Settings): string[] =>
    Object.entries(wanted)
      .map(([key, value]) => ({ key, value, is: actual[key as keyof Settings] }))
      .filter(({ value, is }) => !isDeepStrictEqual(value, is))
      .map(({ key, value, is }) => `${key} is ${JSON.stringify(is) ?? 'unset'}, not ${JSON.stringify(value)}`);
  const before = existing && differences(existing);
  if (before?.length === 0) return;
  const wrong = await apply().then(
    ({ config }) => differences(config),
    (cause) => {
      if (before && cause instanceof JetStreamApiError) throw new Error(`${name}: ${before.join('; ')}`, { cause });
      throw cause;
    },
  );
  if (wrong.length > 0) throw new Error(`${name}: ${wrong.join('; ')}`);
}
