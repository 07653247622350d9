import type { RequestCompleted, StylingEvent } from '@styling/contracts';

/** 30 days after arrival. Endings come within minutes. */
const KEPT_MS = 30 * 86_400_000;

/** What arrived before this is forgotten at `moment`. */
export const forgottenBefore = (moment: Date): Date => new Date(moment.getTime() - KEPT_MS);

/** Changes to one request in a batch of events; moments are ISO 8601. */
export type JobChange = {
  readonly request_id: string;
  /** Set by an event that describes the request; without one its row is only updated. */
  user_id?: string;
  key_id?: string;
  endpoint?: string;
  created_at?: string;
  capability?: string;
  deadline?: string;
  started_at?: string;
  cancel_requested_at?: string;
  completed_at?: string;
  ending?: RequestCompleted['data'];
};

/** Net effect per request: the first of each moment; nothing begins after its end, which may precede its acceptance. */
export function foldJobs(events: readonly StylingEvent[]): JobChange[] {
  const changes = new Map<string, JobChange>();
  for (const event of events) {
    const { type, time } = event;
    if (type === 'request.accepted' || type === 'request.completed') {
      if (new Date(event.data.received_at) < forgottenBefore(new Date(time))) continue;
      const change = changeOf(changes, event.data.request_id);
      const { user_id, key_id, endpoint, received_at } = event.data;
      Object.assign(change, { user_id, key_id, endpoint, created_at: received_at });
      if (type === 'request.accepted') {
        change.capability ??= event.data.capability;
        change.deadline ??= event.data.deadline;
      } else if (!change.ending) {
        change.completed_at = time;
        change.ending = event.data;
      }
    }
    if (type === 'request.started' || type === 'request.cancel_requested') {
      const change = changeOf(changes, event.data.request_id);
      if (change.ending) continue;
      if (type === 'request.started') change.started_at ??= time;
      else change.cancel_requested_at ??= time;
    }
  }
  return [...changes.values()];
}

function changeOf(changes: Map<string, JobChange>, request_id: string): JobChange {
  const change = changes.get(request_id) ?? { request_id };
  changes.set(request_id, change);
  return change;
}

/** The latest moment at which one of these happened. */
export const latestOf = (events: readonly StylingEvent[]): Date =>
  new Date(events.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0));
