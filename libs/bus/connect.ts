import { EventEmitter, once } from 'node:events';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  type Authenticator,
  AuthorizationError,
  connect,
  createInbox,
  type NatsConnection,
  TimeoutError,
  type TlsOptions,
} from '@nats-io/transport-node';
import { type BusUserName, inboxPrefix } from '@styling/contracts';
import { backoff, pause, settledWithin } from '@styling/service';
import type { Logger } from '@styling/telemetry';

export type Bus = Awaited<ReturnType<typeof connectBus>>;

export type BusOptions = {
  /** Comma-separated. */
  readonly servers: string;
  readonly name: string;
  /** Determines permissions and the inbox prefix; default: the common `_INBOX`. */
  readonly user?: BusUserName;
  readonly authenticator?: Authenticator | undefined;
  /** Requires TLS and a server certificate of these authorities. */
  readonly tls?: TlsOptions | undefined;
  readonly log: Logger;
  /** Bounds the first connection, default 15 s, beside one last attempt. Reconnecting is unbounded. */
  readonly firstConnectMs?: number;
  /** Default 2 s: a request to a cluster without a leader is lost, and soon retried. */
  readonly apiTimeoutMs?: number;
};

const DRAIN_LIMIT_MS = 5_000;

/** Connects, and reconnects without end. @throws Error when no server answers in time or one refuses the credentials */
export async function connectBus(options: BusOptions) {
  const { log, user, apiTimeoutMs = 2_000 } = options;
  const inboxes = user ? inboxPrefix(user) : '_INBOX';
  const nc = await firstConnection(options, inboxes);
  const changes = new EventEmitter<{ up: []; down: [] }>().setMaxListeners(0);
  let isUp = true;
  const set = (next: boolean) => {
    isUp = next;
    changes.emit(next ? 'up' : 'down');
  };
  const follow = async () => {
    for await (const status of nc.status()) {
      if (status.type === 'error') log.error({ err: status.error }, 'NATS reports an error');
      if (status.type === 'disconnect') {
        log.warn('NATS connection lost');
        set(false);
      }
      if (status.type === 'reconnect') {
        log.info('NATS connection restored');
        set(true);
      }
    }
    // Closed for good: wake all waiters.
    set(false);
    set(true);
  };
  follow().catch((error) => log.error({ err: error }, 'NATS status listener stopped'));
  return {
    nc,
    js: jetstream(nc),
    jsm: await jetstreamManager(nc, { checkAPI: false, timeout: apiTimeoutMs }),
    log,
    newInbox: () => createInbox(inboxes),
    /** Called on loss and on closing. @returns a function that unsubscribes */
    onDisconnect(listener: () => void): () => void {
      changes.on('down', listener);
      return () => changes.off('down', listener);
    },
    /** Also true once closed for good. What is sent while disconnected is lost. */
    isConnected: () => isUp,
    /** Resolves once connected, closed for good, or `signal` is aborted. */
    async connected(signal: AbortSignal): Promise<void> {
      if (!isUp) await once(changes, 'up', { signal }).catch(() => {});
    },
    /** Flushes and closes. Stop consumptions, readers and answerers first. */
    async close(): Promise<void> {
      if (nc.isClosed()) return;
      // While disconnected, drain() rejects without closing, or waits for a server that never comes.
      await settledWithin(nc.drain(), DRAIN_LIMIT_MS);
      await nc.close();
    },
  };
}

/** The client's own `waitOnFirstConnect` can be neither bounded nor given up. */
async function firstConnection(
  { servers, name, authenticator, tls, firstConnectMs = 15_000 }: BusOptions,
  inboxes: string,
): Promise<NatsConnection> {
  const deadline = Date.now() + firstConnectMs;
  let reason: unknown;
  for (let attempt = 0; ; attempt++) {
    try {
      return await connect({
        servers: servers.split(',').map((server) => server.trim()),
        name,
        inboxPrefix: inboxes,
        ...(authenticator ? { authenticator } : {}),
        ...(tls ? { tls } : {}),
        // Also limits reconnect attempts, which the deadline of the first connection must not shorten.
        timeout: 5_000,
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 250,
        ignoreAuthErrorAbort: true,
        pingInterval: 20_000,
      });
    } catch (cause) {
      const wait = backoff(attempt, 50, 1_000, Math.random());
      // A time-out says less than why an earlier attempt failed.
      if (!reason || !(cause instanceof TimeoutError)) reason = cause;
      if (cause instanceof AuthorizationError || Date.now() + wait >= deadline) {
        const why = reason instanceof Error ? `: ${reason.message}` : '';
        throw new Error(`no connection to NATS as ${name} within ${firstConnectMs} ms${why}`, { cause: reason });
      }
      await pause(wait);
    }
  }
}
