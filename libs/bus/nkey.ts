import { nkeys } from '@nats-io/transport-node';

/** An nkey of a user: `seed` (`SU…`) is the secret that signs, `publicKey` (`U…`) is configured on the server. */
export type UserNkey = { readonly seed: string; readonly publicKey: string };

/** A new nkey, from the system's own randomness. */
export const newUserNkey = (): UserNkey => nkeyFromSeed(new TextDecoder().decode(nkeys.createUser().getSeed()));

/** @throws Error when `seed` is none */
export const nkeyFromSeed = (seed: string): UserNkey => ({
  seed,
  publicKey: nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey(),
});
