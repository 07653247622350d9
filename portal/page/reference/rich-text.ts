import { html, type TemplateResult } from 'lit';

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:\/\/[^)\s]+)\)/g;

/** Text of the API's description: paragraphs with `code`, **bold** and [links](https://…). Everything else is shown as it is. */
export const richText = (text: string): TemplateResult[] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${richLine(paragraph)}</p>`);

/** The same within a line. */
export function richLine(text: string): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let at = 0;
  for (const match of text.matchAll(PIECE)) {
    const [whole, code, bold, label, address] = match;
    parts.push(text.slice(at, match.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`);
    else parts.push(html`<a href=${address} rel="noreferrer">${label}</a>`);
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}
