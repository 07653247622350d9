import { rewindProjection, waitForHeads } from '@styling/projections';
import { gatewayProjection } from './gateway-projection.ts';
import { operatorCommand } from './operator-command.ts';

const FOLD_WITHIN_MS = 3_600_000;

// `npm run rebuild -- gateway`: lets the running gateways fold the log anew, from its beginning, on top of their tables.
const started = performance.now();
const command = { name: 'rebuild', environment: process.env, shape: {}, level: 'warn' } as const;
await operatorCommand(command, async ({ bus, db }) => {
  await rewindProjection(db, 'gateway', gatewayProjection);
  await waitForHeads(bus, db, gatewayProjection, { timeoutMs: FOLD_WITHIN_MS });
  console.log(JSON.stringify({ tables: 'gateway', seconds: (performance.now() - started) / 1000 }));
});
