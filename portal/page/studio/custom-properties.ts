import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

class CustomProperties extends Directive {
  render(_properties: Readonly<Record<`--${string}`, string>>): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [properties]: Parameters<this['render']>): typeof noChange {
    for (const [name, value] of Object.entries(properties)) (element as HTMLElement).style.setProperty(name, value);
    return noChange;
  }
}

/** Sets custom properties of an element: `<i ${customProperties({ '--done': '0.4' })}>`. A style attribute is against the portal's policy. */
export const customProperties = directive(CustomProperties);
