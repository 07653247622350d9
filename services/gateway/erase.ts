import { randomBytes } from 'node:crypto';
import { userId } from '@styling/contracts';
import { connectObjectStore } from '@styling/objectstore';
import { objectStoreVariables } from '@styling/service';
import { operatorCommand } from './operator-command.ts';
import { disownUser, forgetUser } from './upkeep/erase-user.ts';

// `node erase.ts disown|forget <user>`: the gateway's two halves of `npm run erase`, before and after the images'.
const command = { name: 'gateway', environment: process.env, shape: objectStoreVariables.shape };
await operatorCommand(command, async ({ bus, db, log, config }) => {
  const [step, user] = process.argv.slice(2);
  const { data: user_id } = userId.safeParse(user);
  if ((step !== 'disown' && step !== 'forget') || user_id === undefined) {
    throw new Error('use: erase.ts disown|forget <user>');
  }
  const store = connectObjectStore(config);
  try {
    const erasure = { bus, db, store, log, clock: () => new Date(), random: randomBytes, name: 'operator' };
    const done =
      step === 'disown'
        ? { keys_revoked: await disownUser(erasure, user_id) }
        : { keys_removed: await forgetUser(db, user_id) };
    console.log(JSON.stringify(done));
  } finally {
    store.close();
  }
});
