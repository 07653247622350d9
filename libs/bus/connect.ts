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

/** A connection to NATS and what is done with it. */
export type Bus = Awaited<ReturnType<typeof connectBus>>;

/** Where to connect, and as whom; see `busAccess`. */
export type BusOptions = {
  /** One address, or several with commas. */
  readonly servers: string;
  /** Shows on the server's list. */
  readonly name: string;
  /** Whose permissions the server grants; without it answers come to the common `_INBOX`. */
  readonly user?: BusUserName;
  /** What the server asks for, if it does. */
  readonly authenticator?: Authenticator | undefined;
  /** Requires TLS, and that the server proves its name to these authorities. */
  readonly tls?: TlsOptions | undefined;
  readonly log: Logger;
  /** For the first connection, in ms, and a last attempt; default 15 s. Reconnecting is tried without end. */
  readonly firstConnectMs?: number;
  /** For a request to JetStream, in ms; default 2 s: one to a cluster without a leader is lost, and tried again soon. */
  readonly apiTimeoutMs?: number;
};

const DRAIN_LIMIT_MS = 5_000;

/** @throws Error when no server answers in time, or one refuses the credentials */
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
    // Closed for good: wake all waiting.
    set(false);
    set(true);
  };
  follow().catch((error) => log.error({ err: error }, 'NATS status listener stopped'));
  return {
    nc,
    js: jetstream(nc),
    jsm: await jetstreamManager(nc, { checkAPI: false, timeout: apiTimeoutMs }),
    log,
    /** A new inbox that only this connection's user may subscribe to. */
    newInbox: () => createInbox(inboxes),
    /** Calls `listener` when the connection is lost or closed. @returns a function that ends that */
    onDisconnect(listener: () => void): () => void {
      changes.on('down', listener);
      return () => changes.off('down', listener);
    },
    /** Whether there is a connection, or none will ever be again. What is sent without one is lost. */
    isConnected: () => isUp,
    /** Resolves when there is a connection, at once if there is one; also when it is closed or `signal` is aborted. */
    async connected(signal: AbortSignal): Promise<void> {
      // It rejects when it is aborted.
      if (!isUp) await once(changes, 'up', { signal }).catch(() => {});
    },
    /** Sends what is still to be sent and closes. Stop consumptions, readers and answerers first. */
    async close(): Promise<void> {
      if (nc.isClosed()) return;
      // While disconnected, drain() rejects without closing, or waits for a server that never comes.
      await settledWithin(nc.drain(), DRAIN_LIMIT_MS);
      await nc.close();
    },
  };
}

/** Tries until the time is up. The client's own `waitOnFirstConnect` cannot be bounded or given up. */
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
        // Limits every attempt, also those to reconnect: the deadline of the first connection must not shorten it.
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
