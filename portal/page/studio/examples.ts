import { text } from '#texts/studio.ts';
import { type Photo, PhotoError, readPhoto } from './read-photo.ts';
import type { Sitter } from './studio-state.ts';

/** A person to begin with. */
export type ExampleSitter = { readonly sitter: Sitter; readonly name: string; readonly thumbnail: string };

/** Address of this module as it is built, in `/portal/page`; a shop's page has it at another one. */
const { url: here } = import.meta;
const at = (name: string) => new URL(`../examples/${name}`, here).href;
const exampleSitter = (id: keyof typeof text.sitters, width: number, height: number): ExampleSitter => {
  const name = text.sitters[id];
  const given = { kind: 'address', address: at(`${id}.jpg`) } as const;
  return { name, thumbnail: at(`${id}-small.jpg`), sitter: { url: given.address, width, height, alt: name, given } };
};

/** Portraits in the public domain: examples/README.md. */
export const exampleSitters = [exampleSitter('grace-hopper', 512, 600), exampleSitter('astronaut', 330, 330)];

/** Garments to begin with, drawn for this. */
export const exampleGarments = (['striped-shirt', 'dotted-dress'] as const).map((id) => ({
  name: text.drawn[id],
  thumbnail: at(`${id}-small.jpg`),
  address: at(`${id}.jpg`),
}));

/**
 * The picture of an example, as if it were a file of the reader: the service may not fetch from its own address.
 *
 * @throws PhotoError when it cannot be fetched
 */
export async function readExample(address: string): Promise<Photo> {
  const response = await fetch(address).catch((cause) => {
    throw new PhotoError(text.photo.away, { cause });
  });
  if (!response.ok) throw new PhotoError(text.photo.away);
  return readPhoto(new File([await response.blob()], address.split('/').at(-1) ?? '', { type: 'image/jpeg' }));
}
