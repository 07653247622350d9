import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, REPOSITORY_DIR, runOnce } from '@styling/local-stack';
import { openLink } from './link.ts';
import { BUCKET, type Parts } from './parts.ts';
import { Replica } from './replica.ts';

/** How many processes of each service. */
export type ReplicaCounts = Readonly<Record<string, number>>;

export type SystemOptions = {
  /** Names its folder of logs. */
  readonly name: string;
  readonly parts: Parts;
  /** Where its log is; with several servers the services are linked to none. */
  readonly natsUrl: string;
  readonly natsReplicas?: number;
  readonly databaseUrl: string;
  readonly replicas: ReplicaCounts;
  readonly variables?: Readonly<Record<string, string>>;
  /** Gateways that no load uses, with variables of their own. */
  readonly apart?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The services as processes, each behind links of its own. */
export type System = {
  readonly name: string;
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly logDir: string;
  readonly replicas: readonly Replica[];
  readonly gateways: readonly Replica[];
  /** Lines about replicas that ended by themselves. */
  readonly deaths: readonly string[];
  of(service: string): Replica[];
  /** Runs a script of the repository beside the system, e.g. `services/gateway/keys.ts`; its standard output. */
  run(script: string, ...args: string[]): Promise<string>;
  /** Ends every fault that still lasts, and waits until all are ready. */
  mend(): Promise<void>;
  stop(): Promise<void>;
};

/** Short times, so that minutes of faults are seconds. */
export const TIMES = { ackWaitSeconds: 2, requestTimeoutSeconds: 20, sweepGraceSeconds: 2, orphanMarginSeconds: 6 };
const STOP_STAGES = [['gateway'], ['tryon', 'analysis', 'style'], ['images', 'usage']];

/** Provisions a log, tables and bucket, and starts the services on them. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { name, parts, natsUrl, databaseUrl, replicas: counts } = options;
  const logDir = join(parts.dataDir, 'logs', name);
  await mkdir(logDir, { recursive: true });
  const deaths: string[] = [];
  const env = environment(options);
  const run = (script: string, ...args: string[]) =>
    runOnce({
      ...{ name: script, command: process.execPath, args: [script, ...args], env, cwd: REPOSITORY_DIR },
      timeoutMs: 60_000,
    });
  await run('deploy/provision/main.ts');

  const { apart = {} } = options;
  const names = [
    ...Object.entries(counts).flatMap(([service, count]) =>
      Array.from({ length: count }, (_, index) => ({ service, name: `${service}-${index + 1}` })),
    ),
    ...Object.keys(apart).map((name) => ({ service: 'gateway', name })),
  ];
  const ports = await freePorts(2 * names.length);
  const all = await Promise.all(
    names.map(async ({ service, name }, index) => {
      const links = {
        postgres: await openLink(parts.postgres.port),
        store: await openLink(parts.store.port),
        ...(natsUrl.includes(',') ? {} : { nats: await openLink(Number(new URL(natsUrl).port)) }),
      };
      const replica = new Replica({
        ...{ name, service, links, logDir },
        port: service === 'gateway' ? (ports[index] as number) : 0,
        healthPort: ports[names.length + index] as number,
        env: {
          ...env,
          ...apart[name],
          ...(links.nats ? { NATS_URL: `nats://127.0.0.1:${links.nats.port}` } : {}),
          DATABASE_URL: withPort(databaseUrl, links.postgres.port),
          S3_ENDPOINT: withPort(parts.store.url, links.store.port),
        },
        onDeath: (line) => deaths.push(line),
      });
      return { replica, links: Object.values(links) };
    }),
  );
  const replicas = all.map(({ replica }) => replica);
  const of = (service: string) => replicas.filter((replica) => replica.service === service);
  const stop = async () => {
    for (const stage of STOP_STAGES) await Promise.all(stage.flatMap(of).map((replica) => replica.terminate()));
    await Promise.all(all.flatMap(({ links }) => links).map((link) => link.close()));
  };
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ name, natsUrl, databaseUrl, logDir, replicas, deaths, of, run, stop },
    gateways: of('gateway').filter(({ name }) => !(name in apart)),
    async mend() {
      await Promise.all(replicas.map((replica) => replica.mend()));
      await Promise.all(replicas.map((replica) => replica.ready()));
    },
  };
}

const withPort = (address: string, port: number): string => {
  const url = new URL(address);
  url.port = String(port);
  return url.href.replace(/\/$/, '');
};

function environment({ parts, natsUrl, databaseUrl, natsReplicas = 1, variables }: SystemOptions) {
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    NATS_URL: natsUrl,
    NATS_REPLICAS: String(natsReplicas),
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: parts.store.url,
    S3_BUCKET: BUCKET,
    IMAGE_STORE_URL: `${parts.store.url}/${BUCKET}`,
    DAILY_LIMIT: '1000',
    STYLING_PROVIDER: 'replicate',
    REPLICATE_BASE_URL: parts.fakes.variables.REPLICATE_BASE_URL,
    REPLICATE_API_TOKEN: parts.fakes.variables.REPLICATE_API_TOKEN,
    ACK_WAIT_SECONDS: String(TIMES.ackWaitSeconds),
    // As many as the checks need at once: each asks anew within that time.
    REPLICATE_CONCURRENCY: '6',
    REQUEST_TIMEOUT_SECONDS: String(TIMES.requestTimeoutSeconds),
    SWEEP_GRACE_SECONDS: String(TIMES.sweepGraceSeconds),
    ORPHAN_MARGIN_SECONDS: String(TIMES.orphanMarginSeconds),
    ...variables,
  };
}
