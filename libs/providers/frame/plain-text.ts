const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** One line of plain text, up to `limit` characters, without mark-up, control or bidi characters; '' for no string. */
export function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return '';
  // Entities first: what they spell may be mark-up, too.
  const text = value
    .slice(0, 10_000)
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (entity, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? entity;
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    })
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)|<\/?[a-z][^<>]*(>|$)/gi, ' ')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
  const characters = [...text];
  if (characters.length <= limit) return text;
  return `${characters
    .splice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Fences user text off: `<name>…</name>`. Angle brackets are replaced, so that the text cannot close the fence, and
 * control characters become spaces. The surrounding prompt must declare the fenced text to be data.
 */
export function fenced(name: string, text: string): string {
  const harmless = text.replace(CONTROL, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim();
  return `<${name}>\n${harmless}\n</${name}>`;
}
