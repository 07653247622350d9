/**
 * A time as a field of the type `datetime-local` has it, in the zone of the reader, to the minute.
 *
 * @param offsetMinutes of the zone at that time, as `Date.getTimezoneOffset` returns it
 */
export const toLocalField = (time: Date, offsetMinutes: number): string =>
  new Date(time.getTime() - offsetMinutes * 60_000).toISOString().slice(0, 16);

/** The time that a field of the type `datetime-local` has, in the zone of the reader; undefined if it is none. */
export function fromLocalField(value: string): Date | undefined {
  const time = new Date(value);
  return /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(time.getTime()) ? time : undefined;
}
