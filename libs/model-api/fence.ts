// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Fences user text off from our instructions: `<name>…</name>`. Angle brackets are replaced, so that the text cannot close
 * the fence or open another; control and invisible characters become spaces. The surrounding prompt must declare the
 * fenced text to be data.
 */
export function fenced(name: string, text: string): string {
  const harmless = text.replace(CONTROL, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim();
  return `<${name}>\n${harmless}\n</${name}>`;
}
