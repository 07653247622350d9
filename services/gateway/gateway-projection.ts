import { subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import { releaseAll } from './admission/release-all.ts';
import { applyCharges } from './budget/apply-charges.ts';
import { revokeAll } from './keys/key-store.ts';
import { applyLimits } from './limits/user-limits.ts';
import { noteCancelRequests } from './requests/note-cancel-requests.ts';
import type { GatewayTables } from './tables.ts';

/**
 * What the log decides in the gateway's tables, whatever process published it: a request's first ending releases its slot, a
 * cancel request stands until then, a revoked key stays revoked, a user's limits are what they were last changed to, and what
 * providers charged counts against the budget of its day.
 * The rest of these tables is no fold of events. So a rebuild folds the log again on top of them,
 * which changes nothing that is right.
 */
export const gatewayProjection: Projection<GatewayTables> = {
  name: 'gateway',
  sources: [
    subjects.allCompleted,
    subjects.allCancelRequests,
    subjects.allRevocations,
    subjects.allUserLimits,
    subjects.allCharges,
  ],
  tables: [],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const endings = events.flatMap((event) => (event.type === 'request.completed' ? [event.data] : []));
    const revocations = events.flatMap((event) =>
      event.type === 'key.revoked' ? [{ key_id: event.data.key_id, revoked_at: new Date(event.time) }] : [],
    );
    const changes = events.flatMap((event) => (event.type === 'user.limits_changed' ? [event.data] : []));
    const charges = events.flatMap((event) => (event.type === 'request.charged' ? [event] : []));
    await noteCancelRequests(trx, events);
    if (endings.length > 0) await releaseAll(trx, endings);
    if (revocations.length > 0) await revokeAll(trx, revocations);
    if (changes.length > 0) await applyLimits(trx, changes);
    if (charges.length > 0) await applyCharges(trx, charges);
  },
};
