import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@styling/contracts';
import { freePorts, provision, runScript, stopInStages, THROWAWAY_SECRETS } from '@styling/local-servers';
import { openLink } from './link.ts';
import { type Parts, withDatabase } from './parts.ts';
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
  await withDatabase(parts.postgres.url, (client) => client.query(`create database ${database}`));
  const databaseUrl = new URL(database, parts.postgres.url).href;
  const { REPLICATE_BASE_URL, REPLICATE_API_TOKEN } = parts.fakes.variables;
  const env = {
    ...parts.addresses,
    NATS_URL: natsUrl,
    DATABASE_URL: databaseUrl,
    ...THROWAWAY_SECRETS,
    ...parts.clock,
    AWS_REGION: 'us-east-1',
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
  const ports = await freePorts(2 * names.length);
  const linkTo = async (address: string) => undo.adopt(await openLink(address), (link) => link.close());
  const replicas = await Promise.all(
    names.map(async ({ service, name }, index) => {
      const [postgres, store] = [await linkTo(databaseUrl), await linkTo(parts.store.url)];
      const nats = options.natsUrl ? undefined : await linkTo(natsUrl);
      const addresses = {
        NATS_URL: nats?.address ?? natsUrl,
        DATABASE_URL: postgres.address,
        S3_ENDPOINT: store.address,
      };
      return createReplica({
        name,
        service,
        links: { postgres, store, nats },
        logDir,
        port: service === 'gateway' ? (ports[index] as number) : 0,
        healthPort: ports[names.length + index] as number,
        env: { ...env, ...apart[name], ...addresses },
        onDeath: (line) => deaths.push(line),
      });
    }),
  );
  undo.defer(() => stopInStages(replicas, (replica) => replica.terminate()));
  await Promise.all(replicas.map((replica) => replica.start()));
  const of = (service: string) => replicas.filter((replica) => replica.service === service);
  return {
    name,
    env,
    clock: parts.clock,
    natsUrl,
    databaseUrl,
    logDir,
    replicas,
    deaths,
    of,
    gateways: of('gateway').filter(({ name }) => !(name in apart)),
    /** Runs a script of the repository; returns its standard output. */
    run: (script: string, ...args: string[]): Promise<string> => runScript(script, args, { env }),
    /** Ends every fault and waits until all are ready. */
    async mend(): Promise<void> {
      await Promise.all(replicas.map((replica) => replica.mend()));
      await Promise.all(replicas.map((replica) => replica.ready()));
    },
  };
}
