/** Of every list. */
export const text = {
  more: 'Show more',
  reading: 'Reading…',
  today: 'Today',
  yesterday: 'Yesterday',
  /** @param day in the reader's zone, at noon UTC */
  day: (day: Date, isThisYear: boolean) =>
    day.toLocaleDateString('en', {
      ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
      ...(!isThisYear && { year: 'numeric' }),
    }),
};
