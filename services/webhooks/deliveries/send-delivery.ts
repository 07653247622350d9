import { postGuarded } from '@styling/fetching';
import { type AddressRules, checkAddress } from '../endpoints/check-address.ts';
import type { Keyring } from '../endpoints/keyring.ts';
import { liveSecrets, openSettings } from '../endpoints/sealed-settings.ts';
import { signedHeaders } from '../endpoints/secret.ts';
import { bodyOf } from '../user-event.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { Outcome } from './settle-attempt.ts';

/** How long a receiver may take to respond, in ms. */
export const RECEIVER_TIMEOUT_MS = 15_000;

const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': 'image-styling-service' };

/**
 * Sends a delivery once, signed at `now`. Never throws for what the receiver does.
 *
 * @throws SealError when the address cannot be read
 */
export async function sendDelivery(
  claimed: Claimed,
  { keyring, rules, now }: { readonly keyring: Keyring; readonly rules: AddressRules; readonly now: Date },
): Promise<Outcome> {
  const settings = openSettings(keyring, claimed);
  const { event } = claimed;
  if (!event) return { status: null, failure: 'event_expired' };
  try {
    checkAddress(settings.url, rules);
  } catch {
    // Allowed when it was set, under other rules.
    return { status: null, failure: 'forbidden_address' };
  }
  const body = JSON.stringify(bodyOf(event));
  const timestamp = Math.floor(now.getTime() / 1000);
  const signed = signedHeaders({ id: event.event_id, timestamp, body }, liveSecrets(settings, now));
  return postGuarded(settings.url, {
    body,
    headers: { ...FIXED_HEADERS, ...signed },
    timeoutMs: RECEIVER_TIMEOUT_MS,
    policy: rules.policy,
  });
}
