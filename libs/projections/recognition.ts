import { type Bus, LOG_START, recogniseLog, UnrecognisedLogError } from '@styling/bus';
import { type Logger, observe } from '@styling/telemetry';
import type { Checkpoints, Sourced } from './checkpoint.ts';

/** What this process knows of the sources of `projection`; logs every change, and reports it as a metric until `stop`. */
export function recognition({ name, sources }: Sourced, log: Logger) {
  const known = new Map<string, UnrecognisedLogError | undefined>();
  const stop = observe('styling.log.recognised', () =>
    [...known].map(([source, error]) => [error ? 0 : 1, { 'styling.projection': name, 'styling.source': source }]),
  );
  const note = (source: string, error: UnrecognisedLogError | undefined) => {
    const about = { projection: name, source };
    if (error && !known.get(source)) log.error({ err: error, ...about }, 'log not recognised; projection paused');
    if (!error && known.get(source)) log.info(about, 'log recognised');
    known.set(source, error);
  };
  return {
    stop,
    note,
    /** Compares one source with the log. @throws errors of the bus */
    async compare(bus: Bus, source: string, positions: Checkpoints): Promise<void> {
      try {
        await recogniseLog(bus, source, positions[source] ?? LOG_START);
        note(source, undefined);
      } catch (error) {
        if (!(error instanceof UnrecognisedLogError)) throw error;
        note(source, error);
      }
    },
    /** Why the log is not recognised, in a line; undefined while it is, as far as known. */
    get unrecognised(): string | undefined {
      for (const source of sources) {
        const error = known.get(source);
        if (error) return `projection ${name}: ${error.message}`;
      }
      return undefined;
    },
  };
}
