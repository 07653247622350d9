/** A string of base64 longer than this is not shown. */
const LONGEST = 200;

/**
 * JSON to read: what is long base64, such as a picture, is left out.
 *
 * @param shortened what is shown in its place, given its length
 */
export function shortenedJson(value: unknown, shortened: (characters: number) => string): string {
  return JSON.stringify(value, (_, member) => (isLongBase64(member) ? shortened(member.length) : member), 2);
}

const isLongBase64 = (member: unknown): member is string =>
  typeof member === 'string' && member.length > LONGEST && /^[\w+/-]+={0,2}$/.test(member);
