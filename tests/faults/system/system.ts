import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@styling/contracts';
import {
  addressVariables,
  freePorts,
  provision,
  runScript,
  stopInStages,
  THROWAWAY_SECRETS,
} from '@styling/local-servers';
import { clockVariables } from './clock-variables.ts';
import { type Link, openLink } from './link.ts';
import { BUCKET, type Parts } from './parts.ts';
import { Replica } from './replica.ts';

export type SystemOptions = {
  /** Names its folder of logs. */
  readonly name: string;
  readonly parts: Parts;
  /** Where its log is; with several servers the services are linked to none. */
  readonly natsUrl: string;
  readonly natsReplicas?: number;
  readonly databaseUrl: string;
  /** Number of processes of each service; default 1. */
  readonly replicas: Readonly<Partial<Record<ServiceName, number>>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** Gateways that no load uses, with variables of their own. */
  readonly apart?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The services as processes, each behind links of its own. */
export type System = Awaited<ReturnType<typeof startSystem>>;

/** Short times, so that faults of minutes take seconds. */
export const TIMES = { ackWaitSeconds: 2, requestTimeoutSeconds: 20, sweepGraceSeconds: 2, orphanMarginSeconds: 6 };

/** Provisions a log, tables and bucket, and starts the services on them. */
export async function startSystem(options: SystemOptions) {
  const { name, parts, natsUrl, databaseUrl, replicas: counts, apart = {} } = options;
  const logDir = join(parts.dataDir, 'logs', name);
  await mkdir(logDir, { recursive: true });
  /** One line for each replica that ended by itself. */
  const deaths: string[] = [];
  const env = environment(options);
  await provision({ env });

  const names = [
    ...serviceNames.flatMap((service) =>
      Array.from({ length: counts[service] ?? 1 }, (_, index) => ({ service, name: `${service}-${index + 1}` })),
    ),
    ...Object.keys(apart).map((name) => ({ service: 'gateway', name })),
  ];
  const ports = await freePorts(2 * names.length);
  const allLinks: Link[] = [];
  const link = async (address: string) => {
    const link = await openLink(Number(new URL(address).port));
    allLinks.push(link);
    return link;
  };
  const replicas = await Promise.all(
    names.map(async ({ service, name }, index) => {
      const links = {
        postgres: await link(databaseUrl),
        store: await link(parts.store.url),
        ...(natsUrl.includes(',') ? {} : { nats: await link(natsUrl) }),
      };
      return new Replica({
        name,
        service,
        links,
        logDir,
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
    }),
  );
  const of = (service: string) => replicas.filter((replica) => replica.service === service);
  const stop = async () => {
    await stopInStages(replicas, (replica) => replica.terminate());
    await Promise.all(allLinks.map((link) => link.close()));
  };
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name,
    natsUrl,
    databaseUrl,
    logDir,
    replicas,
    deaths,
    of,
    stop,
    gateways: of('gateway').filter(({ name }) => !(name in apart)),
    /** Runs a script of the repository with the system's environment; returns its standard output. */
    run: (script: string, ...args: string[]): Promise<string> => runScript(script, args, { env }),
    /** The same with a clock that is so many milliseconds ahead. */
    runAt: (aheadMs: number, script: string, ...args: string[]): Promise<string> =>
      runScript(script, args, {
        env: { ...env, ...clockVariables(Number(parts.clock.CLOCK_SHIFT_MS ?? 0) + aheadMs) },
      }),
    /** Ends every fault and waits until all replicas are ready. */
    async mend(): Promise<void> {
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
  const s3Endpoint = parts.store.url;
  return {
    ...addressVariables({ natsUrl, databaseUrl, s3Endpoint, bucket: BUCKET, imageStoreUrl: `${s3Endpoint}/${BUCKET}` }),
    ...THROWAWAY_SECRETS,
    ...parts.clock,
    AWS_REGION: 'us-east-1',
    NATS_REPLICAS: String(natsReplicas),
    DAILY_LIMIT: '1000',
    STYLING_PROVIDER: 'replicate',
    // Webhooks are received on this machine.
    ALLOW_PRIVATE_URLS: '1',
    REPLICATE_BASE_URL: parts.fakes.variables.REPLICATE_BASE_URL,
    REPLICATE_API_TOKEN: parts.fakes.variables.REPLICATE_API_TOKEN,
    ACK_WAIT_SECONDS: String(TIMES.ackWaitSeconds),
    // As many as the checks need at once.
    REPLICATE_CONCURRENCY: '6',
    REQUEST_TIMEOUT_SECONDS: String(TIMES.requestTimeoutSeconds),
    SWEEP_GRACE_SECONDS: String(TIMES.sweepGraceSeconds),
    ORPHAN_MARGIN_SECONDS: String(TIMES.orphanMarginSeconds),
    ...variables,
  };
}
