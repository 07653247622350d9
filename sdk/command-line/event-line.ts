import type { EventType } from '../event-feed.ts';
import type { Event } from '../generated/types.gen.ts';

/** An event in columns: when, of which type, what it is about. */
export const eventRow = ({ timestamp, type, id, data }: Event): string[] => [timestamp, type, id, aboutOf(data)];

/** An event in a line of its own, in columns that fit most. */
export function eventLine(event: Event): string {
  const [timestamp = '', type = '', id = '', about = ''] = eventRow(event);
  return `${timestamp}  ${type.padEnd('webhook.disabled'.length)}  ${id}  ${about}`.trimEnd();
}

/** The types of a list with commas; the service refuses those that it does not have. */
export const typesOf = (list: string | undefined): { types?: readonly EventType[] } =>
  list === undefined ? {} : { types: list.split(',').map((type) => type.trim() as EventType) };

function aboutOf(data: Event['data']): string {
  const code = 'error' in data && data.error ? [data.error.code] : [];
  return [...Object.values(data).filter((value) => typeof value !== 'object'), ...code].join(' ');
}
