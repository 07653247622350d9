import { type Bus, LOG_START, recogniseLog, UnrecognisedLogError } from '@styling/bus';
import { ServiceError } from '@styling/service';
import { type Logger, observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { type Checkpoints, readLogPositions, type Sourced } from './checkpoint.ts';

/** What this process knows of the sources of a projection; logs every change, and reports it as a metric until `stop`. */
export function recognition<DB>(bus: Bus, db: Kysely<DB>, { name, sources }: Sourced, log: Logger) {
  const known = new Map<string, UnrecognisedLogError | undefined>();
  const endObserving = observe('styling.log.recognised', () =>
    [...known].map(([source, error]) => [error ? 0 : 1, { 'styling.projection': name, 'styling.source': source }]),
  );
  const note = (source: string, error: UnrecognisedLogError | undefined) => {
    const about = { projection: name, source };
    if (error && !known.get(source)) log.error({ err: error, ...about }, 'log not recognised; projection paused');
    if (!error && known.get(source)) log.info(about, 'log recognised');
    known.set(source, error);
  };
  const compareSource = async (source: string, positions: Checkpoints) => {
    try {
      await recogniseLog(bus, source, positions[source] ?? LOG_START);
      note(source, undefined);
    } catch (error) {
      if (!(error instanceof UnrecognisedLogError)) throw error;
      note(source, error);
    }
  };
  const unrecognised = (): string | undefined => {
    const error = sources.map((source) => known.get(source)).find((found) => found !== undefined);
    return error && `projection ${name}: ${error.message}`;
  };
  /** The first comparison since the log was last out of reach: meanwhile it may have been replaced. */
  let first: Promise<unknown> | undefined;
  const forget = () => {
    first = undefined;
  };
  const endForgetting = bus.onDisconnect(forget);
  const compare = async (): Promise<Checkpoints> => {
    try {
      const positions = await readLogPositions(db, name);
      await Promise.all(sources.map((source) => compareSource(source, positions)));
      return positions;
    } catch (error) {
      forget();
      throw error;
    }
  };
  return {
    note,
    /** Compares all sources. @returns the checkpoints they were compared with. @throws errors of bus and database */
    compare,
    /** Why the log is not recognised, in a line; undefined while it is, as far as known. */
    get unrecognised() {
      return unrecognised();
    },
    /** @throws ServiceError `unavailable` while the log is not recognised, or cannot be compared */
    async require(): Promise<void> {
      try {
        first ??= compare();
        await first;
      } catch (cause) {
        throw new ServiceError('unavailable', {}, { cause });
      }
      const reason = unrecognised();
      if (reason !== undefined) throw new ServiceError('unavailable', {}, { cause: new Error(reason) });
    },
    stop() {
      endObserving();
      endForgetting();
    },
  };
}
