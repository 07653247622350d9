import { type CSSResultGroup, LitElement, unsafeCSS } from 'lit';
import text from './styles/portal.css?inline';

/** What every element of the portal looks like inside; an element with styles of its own lists it first. */
export const sheet = unsafeCSS(text);

// A document ignores the declarations of Tailwind's variables that are in a shadow root; without them a border has no style.
const declarations = new CSSStyleSheet();
for (const rule of sheet.styleSheet?.cssRules ?? []) {
  if (rule instanceof CSSPropertyRule) declarations.insertRule(rule.cssText);
}
document.adoptedStyleSheets.push(declarations);

/** An element with the portal's style sheet in its shadow root. */
export abstract class PortalElement extends LitElement {
  static override styles: CSSResultGroup = sheet;
}
