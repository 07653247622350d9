import { EventEmitter, once } from 'node:events';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
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
export type Bus = {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly log: Logger;
  /** A new inbox that only this connection's user may subscribe to. */
  newInbox(): string;
  /** Calls `listener` when the connection is lost or closed. @returns a function that ends that */
  onDisconnect(listener: () => void): () => void;
  /** Whether there is a connection, or none will ever be again. What is sent without one is lost. */
  isConnected(): boolean;
  /** Resolves when there is a connection, at once if there is one; also when it is closed or `signal` is aborted. */
  connected(signal: AbortSignal): Promise<void>;
  /** Sends what is still to be sent and closes. Stop consumptions, readers and answerers first. */
  close(): Promise<void>;
};

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
  /** For the first connection, in ms; default 15 s. Reconnecting is tried without end. */
  readonly firstConnectMs?: number;
  /** For a request to JetStream, in ms; default 2 s: one to a cluster without a leader is lost, and tried again soon. */
  readonly apiTimeoutMs?: number;
};

const DRAIN_LIMIT_MS = 5_000;
/** How long one attempt to connect may take. */
const ATTEMPT_LIMIT_MS = 5_000;

/** @throws Error when no server answers in time, or one refuses the credentials */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { log, user, apiTimeoutMs = 2_000 } = options;
  const inboxes = user ? inboxPrefix(user) : '_INBOX';
  const nc = await firstConnection(options, inboxes);
  return {
    nc,
    js: jetstream(nc),
    jsm: await jetstreamManager(nc, { checkAPI: false, timeout: apiTimeoutMs }),
    log,
    newInbox: () => createInbox(inboxes),
    ...watch(nc, log),
    async close() {
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
    const timeout = Math.max(1, Math.min(ATTEMPT_LIMIT_MS, deadline - Date.now()));
    try {
      return await connect({
        servers: servers.split(',').map((server) => server.trim()),
        name,
        inboxPrefix: inboxes,
        ...(authenticator ? { authenticator } : {}),
        ...(tls ? { tls } : {}),
        timeout,
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 250,
        ignoreAuthErrorAbort: true,
        pingInterval: 20_000,
      });
    } catch (cause) {
      const wait = backoff(attempt, 50, 1_000, Math.random());
      // The timeout of an attempt that the deadline cut short says less than why an earlier one failed.
      const isCutShort = timeout < ATTEMPT_LIMIT_MS && cause instanceof TimeoutError;
      if (!reason || !isCutShort) reason = cause;
      if (cause instanceof AuthorizationError || Date.now() + wait >= deadline) {
        const why = reason instanceof Error ? `: ${reason.message}` : '';
        throw new Error(`no connection to NATS as ${name} within ${firstConnectMs} ms${why}`, { cause: reason });
      }
      await pause(wait);
    }
  }
}

/** Follows the connection's status. Requests made while it is down are lost, so loops wait for `connected`. */
function watch(nc: NatsConnection, log: Logger): Pick<Bus, 'onDisconnect' | 'isConnected' | 'connected'> {
  const changes = new EventEmitter<{ up: []; down: [] }>().setMaxListeners(0);
  let isUp = true;
  const follow = async () => {
    for await (const status of nc.status()) {
      if (status.type === 'error') log.error({ err: status.error }, 'NATS reports an error');
      if (status.type === 'disconnect') {
        log.warn('NATS connection lost');
        isUp = false;
        changes.emit('down');
      }
      if (status.type === 'reconnect') {
        log.info('NATS connection restored');
        isUp = true;
        changes.emit('up');
      }
    }
    // Closed for good: wake all waiting.
    isUp = true;
    changes.emit('up');
    changes.emit('down');
  };
  follow().catch((error) => log.error({ err: error }, 'NATS status listener stopped'));
  return {
    onDisconnect(listener) {
      changes.on('down', listener);
      return () => changes.off('down', listener);
    },
    isConnected: () => isUp,
    async connected(signal) {
      // It rejects when it is aborted.
      if (!isUp) await once(changes, 'up', { signal }).catch(() => {});
    },
  };
}
