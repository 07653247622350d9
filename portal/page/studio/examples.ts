import { text } from '#texts/studio.ts';
import type { Sitter } from './studio-state.ts';

/** A person to begin with. */
export type ExampleSitter = { readonly sitter: Sitter; readonly name: string; readonly thumbnail: string };

const at = (name: string) => new URL(`../../examples/${name}`, import.meta.url).href;
const exampleSitter = (id: string, width: number, height: number): ExampleSitter => {
  const name = text.sitters[id] ?? id;
  const given = { kind: 'address', address: at(`${id}.jpg`) } as const;
  return { name, thumbnail: at(`${id}-small.jpg`), sitter: { url: given.address, width, height, alt: name, given } };
};

/** Portraits in the public domain: examples/README.md. */
export const exampleSitters: readonly ExampleSitter[] = [
  exampleSitter('astronaut', 512, 512),
  exampleSitter('grace-hopper', 512, 600),
];
