import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

class CustomProperties extends Directive {
  render(_properties: Readonly<Record<`--${string}`, string | number>>): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [properties]: Parameters<this['render']>): typeof noChange {
    const { style } = element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, String(value));
    return noChange;
  }
}

/** Sets custom properties of an element: `<i ${customProperties({ '--done': 0.4 })}>`. A style attribute is against the portal's policy. */
export const customProperties = directive(CustomProperties);
