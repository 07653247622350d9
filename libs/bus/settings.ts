import { isDeepStrictEqual } from 'node:util';
import { JetStreamApiError } from '@nats-io/jetstream';

/** For `catch`: undefined in place of a refusal of JetStream with this code. */
export const undefinedOn =
  (code: number) =>
  (error: unknown): undefined => {
    if (!(error instanceof JetStreamApiError && error.code === code)) throw error;
  };

/** A stream or consumer does not have the settings it needs, and the server did not change it. */
export class SettingsMismatchError extends Error {
  override readonly name = 'SettingsMismatchError';
}

/**
 * Calls `apply` (create, or update) unless `existing` has the `wanted` settings, and checks the response: old servers
 * silently drop settings they do not know.
 *
 * @throws SettingsMismatchError naming the settings that differ
 */
export async function applySettings<Settings extends object>(
  name: string,
  wanted: Partial<Settings>,
  existing: Settings | undefined,
  apply: () => Promise<{ readonly config: Settings }>,
): Promise<void> {
  if (existing && differences(wanted, existing).length === 0) return;
  try {
    assertAsWanted(name, wanted, (await apply()).config);
  } catch (cause) {
    if (existing && cause instanceof JetStreamApiError) assertAsWanted(name, wanted, existing, cause);
    throw cause;
  }
}

function assertAsWanted<Settings>(name: string, wanted: Partial<Settings>, actual: Settings, cause?: unknown): void {
  const wrong = differences(wanted, actual);
  if (wrong.length > 0) throw new SettingsMismatchError(`${name}: ${wrong.join('; ')}`, { cause });
}

const differences = <Settings>(wanted: Partial<Settings>, actual: Settings): string[] =>
  Object.entries(wanted)
    .map(([key, value]) => ({ key, value, is: actual[key as keyof Settings] }))
    .filter(({ value, is }) => !isDeepStrictEqual(value, is))
    .map(({ key, value, is }) => `${key} is ${JSON.stringify(is) ?? 'unset'}, not ${JSON.stringify(value)}`);
