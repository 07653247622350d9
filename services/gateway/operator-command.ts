import { type Bus, busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { databaseVariables, failureLine, readConfig, serviceVariables } from '@styling/service';
import { createLogger, type Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const commonVariables = serviceVariables.extend(databaseVariables.shape);

type Clients<Shape extends z.ZodRawShape> = {
  readonly bus: Bus;
  readonly db: Kysely<unknown>;
  readonly log: Logger;
  readonly config: z.output<typeof commonVariables> & Readonly<z.output<z.ZodObject<Shape>>>;
};

type Command<Shape> = {
  readonly name: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Besides the common ones. */
  readonly shape: Shape;
  readonly level?: 'silent' | 'warn';
};

/** Runs a command of an operator with its own clients. A failure is one line on standard error, and exit code 1. */
export async function operatorCommand<Shape extends z.ZodRawShape>(
  { name, environment, shape, level = 'silent' }: Command<Shape>,
  command: (clients: Clients<Shape>) => Promise<void>,
): Promise<void> {
  try {
    const log = createLogger(name, level);
    const common = readConfig(commonVariables, environment);
    const config = { ...common, ...readConfig(z.object(shape), environment) };
    const db = connectDatabase({ url: common.DATABASE_URL, schema: 'gateway', log, connections: 1 });
    const bus = await connectBus({ ...busAccess(common, 'operator'), name, log });
    try {
      await command({ bus, db, log, config });
    } finally {
      await bus.close();
      await db.destroy();
    }
  } catch (error) {
    console.error(failureLine(name, error));
    process.exitCode = 1;
  }
}
