import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@styling/contracts';
import { KEYS_SCRIPT, provision, runScript, stopInStages, THROWAWAY_SECRETS } from '@styling/local-servers';
import { type Parts, query } from './parts.ts';
import { createReplica } from './replica.ts';

export type SystemOptions = {
  /** Names its database and its folder of logs. */
  readonly name: string;
  readonly parts: Parts;
  /** A log of several servers, without links; default: that of the parts. */
  readonly natsUrl?: string;
  /** Per service; default 1. */
  readonly replicas: Readonly<Partial<Record<ServiceName, number>>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** Default as provisioned. */
  readonly duplicateWindowMs?: number;
  /** Gateways that no load uses. */
  readonly apart?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type System = Awaited<ReturnType<typeof startSystem>>;

/** Short, so that faults of minutes take seconds. */
export const TIMES = { ackWaitSeconds: 2, requestTimeoutSeconds: 20, sweepGraceSeconds: 2, orphanMarginSeconds: 6 };

/** The variables of a process, and its children, whose wall clock is shifted by `shiftMs`. */
export const clockVariables = (shiftMs: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('./shifted-clock.preload.ts', import.meta.url)}`,
  CLOCK_SHIFT_MS: String(shiftMs),
});

/** Provisions a log, tables and bucket, and starts the services on them. @param undo stops them */
export async function startSystem(options: SystemOptions, undo: AsyncDisposableStack) {
  const { name, parts, replicas: counts, apart = {}, natsUrl = parts.nats.url } = options;
  const logDir = join(parts.dataDir, 'logs', name);
  await mkdir(logDir, { recursive: true });
  const database = name.replaceAll('-', '_');
  await query(parts.postgres.url, `create database ${database}`);
  const databaseUrl = new URL(database, parts.postgres.url).href;
  const { REPLICATE_BASE_URL, REPLICATE_API_TOKEN } = parts.fakes.variables;
  const { NODE_OPTIONS, CLOCK_SHIFT_MS, TZ } = process.env;
  const env = {
    ...parts.addresses,
    NATS_URL: natsUrl,
    DATABASE_URL: databaseUrl,
    ...THROWAWAY_SECRETS,
    // The clock that was asked for.
    ...{ NODE_OPTIONS, CLOCK_SHIFT_MS, TZ },
    AWS_REGION: parts.bucket.AWS_REGION,
    NATS_REPLICAS: String(natsUrl.split(',').length),
    DAILY_LIMIT: '1000',
    STYLING_PROVIDER: 'replicate',
    // Webhooks are received on this machine.
    ALLOW_PRIVATE_URLS: '1',
    REPLICATE_BASE_URL,
    REPLICATE_API_TOKEN,
    // The checks need this many at once.
    REPLICATE_CONCURRENCY: '6',
    ACK_WAIT_SECONDS: String(TIMES.ackWaitSeconds),
    REQUEST_TIMEOUT_SECONDS: String(TIMES.requestTimeoutSeconds),
    SWEEP_GRACE_SECONDS: String(TIMES.sweepGraceSeconds),
    ORPHAN_MARGIN_SECONDS: String(TIMES.orphanMarginSeconds),
    ...options.variables,
  };
  await provision({ env });

  const deaths: string[] = [];
  const names = [
    ...serviceNames.flatMap((service) =>
      Array.from({ length: counts[service] ?? 1 }, (_, index) => ({ service, name: `${service}-${index + 1}` })),
    ),
    ...Object.keys(apart).map((name) => ({ service: 'gateway', name })),
  ];
  const created = names.map((named) => {
    const options = { ...named, env: { ...env, ...apart[named.name] }, logDir };
    return createReplica(options, (line) => deaths.push(line), undo);
  });
  const replicas = await Promise.all(created);
  undo.defer(() => stopInStages(replicas, (replica) => replica.terminate()));
  await Promise.all(replicas.map((replica) => replica.start()));
  const of = (service: string) => replicas.filter((replica) => replica.service === service);
  const run = (script: string, ...args: string[]): Promise<string> => runScript(script, args, { env });
  return {
    name,
    env,
    natsUrl,
    databaseUrl,
    logDir,
    replicas,
    deaths,
    of,
    gateways: of('gateway').filter(({ name }) => !(name in apart)),
    /** Runs a script of the repository; returns its standard output. */
    run,
    async newKey(user: string): Promise<string> {
      return JSON.parse(await run(KEYS_SCRIPT, 'create', '--user', user, '--name', 'faults')).key;
    },
    /** Ends every fault and waits until all are ready. */
    async mend(): Promise<void> {
      await Promise.all(replicas.map((replica) => replica.mend()));
      await Promise.all(replicas.map((replica) => replica.ready()));
    },
  };
}
