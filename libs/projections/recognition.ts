import { type Bus, LOG_START, recogniseLog, UnrecognisedLogError } from '@styling/bus';
import { ServiceError } from '@styling/service';
import { type Logger, observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { type Checkpoints, readLogPositions, type Sourced } from './projection.ts';

/** Tracks whether a projection's sources are recognised; logs every change and reports it as a metric. */
export function recognition<DB>(bus: Bus, db: Kysely<DB>, { name, sources }: Sourced, log: Logger) {
  const known = new Map<string, UnrecognisedLogError | undefined>();
  const note = (source: string, error: UnrecognisedLogError | undefined) => {
    const about = { projection: name, source };
    if (error && !known.get(source)) log.error({ err: error, ...about }, 'log not recognised; projection paused');
    if (!error && known.get(source)) log.info(about, 'log recognised');
    known.set(source, error);
  };
  const unrecognised = (): string | undefined => {
    const error = sources.map((source) => known.get(source)).find((found) => found !== undefined);
    return error && `projection ${name}: ${error.message}`;
  };
  /** First comparison since the log was last out of reach: meanwhile it may have been replaced. */
  let first: Promise<unknown> | undefined;
  const forget = () => {
    first = undefined;
  };
  const compare = async (): Promise<Checkpoints> => {
    try {
      const positions = await readLogPositions(db, name);
      const comparing = sources.map(async (source) => {
        const failure = await recogniseLog(bus, source, positions[source] ?? LOG_START).catch(
          (error: unknown) => error,
        );
        if (failure !== undefined && !(failure instanceof UnrecognisedLogError)) throw failure;
        note(source, failure);
      });
      await Promise.all(comparing);
      return positions;
    } catch (error) {
      forget();
      throw error;
    }
  };
  const endObserving = observe('styling.log.recognised', () =>
    [...known].map(([source, error]) => [error ? 0 : 1, { 'styling.projection': name, 'styling.source': source }]),
  );
  const endForgetting = bus.onDisconnect(forget);
  return {
    note,
    /** Compares all sources. @returns the checkpoints compared with. @throws errors of bus and database */
    compare,
    /** Why the log is not recognised, in a line; undefined while it is. */
    unrecognised,
    /** @throws ServiceError `unavailable` while the log is not recognised, or cannot be compared */
    async require(): Promise<void> {
      try {
        first ??= compare();
        await first;
        const reason = unrecognised();
        if (reason !== undefined) throw new Error(reason);
      } catch (cause) {
        throw new ServiceError('unavailable', {}, { cause });
      }
    },
    stop() {
      endObserving();
      endForgetting();
    },
  };
}
