import { type PostOutcome, postGuarded, type UrlPolicy } from '@styling/fetching';
import type { ReadModelParts } from '@styling/projections';
import { backoff, pause, settledWithin } from '@styling/service';
import { count, record } from '@styling/telemetry';
import { type Keyring, liveSecrets, SealError, signedHeaders } from '../sealed-settings.ts';
import { postponeDelivery, recordAttempt, settleAttempt } from './attempts.ts';
import { checkAddress } from './check-address.ts';
import { type Claimed, claimDeliveries } from './claim-deliveries.ts';

const RECEIVER_TIMEOUT_MS = 15_000;
const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': 'image-styling-service' };
/** Per replica. */
const CONCURRENCY = 256;
/** How often a replica looks for what became due, or was scheduled by another one. */
const POLL_MS = 500;
/** Between two claims: a claim takes what came together. */
const LINGER_MS = 25;
/** Longer than an attempt and its record take. */
const LEASE_MS = RECEIVER_TIMEOUT_MS + 15_000;
/** How long recording an attempt is tried; the attempt is then repeated. */
const RECORD_WITHIN_MS = 10_000;
/** Until a webhook whose address could not be read is tried again. */
const UNREADABLE_PAUSE_MS = 60_000;
/** How long a stop waits for receivers; what is not recorded by then is sent again. */
const STOP_WITHIN_MS = 5_000;

export type WebhooksParts = ReadModelParts & {
  readonly keyring: Keyring;
  readonly random: (bytes: number) => Uint8Array;
  /** Where deliveries may go, checked again at every attempt; `anywhere`: by http, too. */
  readonly policy: UrlPolicy;
};

/** Sends due deliveries until stopped, at least once, in any number of replicas. `wake` makes it look at once. */
export function runSender(parts: WebhooksParts) {
  const { db, random, log } = parts;
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();

  const begin = (claimed: Claimed) => {
    const work = sendOne(parts, claimed, stopping.signal).finally(() => {
      sending.delete(work);
      wake();
    });
    sending.add(work);
  };
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      woken = Promise.withResolvers();
      try {
        const lease = Buffer.from(random(12)).toString('hex');
        const room = CONCURRENCY - sending.size;
        const claimed = room > 0 ? await claimDeliveries(db, room, lease, LEASE_MS) : [];
        claimed.forEach(begin);
        failures = 0;
        if (claimed.length === 0) await Promise.race([woken.promise, pause(POLL_MS, stopping.signal)]);
        await pause(LINGER_MS, stopping.signal);
      } catch (error) {
        log.error({ err: error, failures }, 'claiming deliveries failed; will retry');
        await pause(backoff(failures++, 100, 5_000, Math.random()), stopping.signal);
      }
    }
  };
  const ended = run();
  return {
    wake,
    async stop() {
      stopping.abort();
      await ended;
      await settledWithin(Promise.all(sending), STOP_WITHIN_MS);
    },
  };
}

async function sendOne(parts: WebhooksParts, claimed: Claimed, stopping: AbortSignal): Promise<void> {
  const { db, clock, random, log } = parts;
  const { delivery_id, webhook_id } = claimed;
  const about = { delivery_id, webhook_id, attempt: claimed.attempt };
  record('styling.webhook.delivery.delay', claimed.lateMs / 1000, {});
  try {
    const started = performance.now();
    const outcome = await sendDelivery(claimed, parts, clock());
    const latencyMs = Math.round(performance.now() - started);
    const jitter = Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
    const settlement = settleAttempt(outcome, claimed, clock(), jitter);
    const { status, failure } = outcome;
    count('styling.webhook.attempts', 1, {
      'styling.webhook.outcome': settlement.status === 'succeeded' ? 'succeeded' : 'failed',
    });
    log.info({ ...about, status, failure, ms: latencyMs }, 'delivery attempted');
    if (settlement.disabled) log.warn({ webhook_id, reason: settlement.disabled }, 'webhook disabled');
    await untilRecorded(() => recordAttempt(db, claimed, outcome, latencyMs, settlement), stopping);
  } catch (error) {
    log.error({ err: error, ...about }, 'delivery not sent or not recorded; will be sent again');
    if (error instanceof SealError) await postponeDelivery(db, claimed, UNREADABLE_PAUSE_MS).catch(() => undefined);
  }
}

/** Sends once, signed at `now`; never throws for what the receiver does. @throws SealError on an unreadable address */
export async function sendDelivery(
  claimed: Claimed,
  { keyring, policy }: Pick<WebhooksParts, 'keyring' | 'policy'>,
  now: Date,
): Promise<PostOutcome> {
  const settings = keyring.open(claimed);
  const { event } = claimed;
  if (!event) return { status: null, failure: 'event_expired' };
  try {
    checkAddress(settings.url, policy);
  } catch {
    // Allowed when it was set, under other rules.
    return { status: null, failure: 'forbidden_address' };
  }
  const { event_id: id, type, data } = event;
  const body = JSON.stringify({ id, type, timestamp: event.timestamp, data });
  const timestamp = Math.floor(now.getTime() / 1000);
  const headers = { ...FIXED_HEADERS, ...signedHeaders({ id, timestamp, body }, liveSecrets(settings, now)) };
  return postGuarded(settings.url, { body, headers, timeoutMs: RECEIVER_TIMEOUT_MS, policy });
}

async function untilRecorded(write: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  const deadline = performance.now() + RECORD_WITHIN_MS;
  for (let failures = 0; ; failures++) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > deadline || stopping.aborted) throw error;
      await pause(backoff(failures, 50, 1_000, Math.random()), stopping);
    }
  }
}
