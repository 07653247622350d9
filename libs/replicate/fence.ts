// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * What a caller wrote, fenced off from our instructions: `<name>…</name>`. The text can neither close the fence nor open
 * another, for it has no angle brackets any more, and what cannot be seen is taken out. The prompt around it must say
 * that what is inside is data.
 */
export function fenced(name: string, text: string): string {
  const harmless = text.replace(CONTROL, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim();
  return `<${name}>\n${harmless}\n</${name}>`;
}
