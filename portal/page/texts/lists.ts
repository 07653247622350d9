/** Of every list. */
export const text = {
  more: 'Show more',
  reading: 'Reading…',
  today: 'Today',
  yesterday: 'Yesterday',
};
