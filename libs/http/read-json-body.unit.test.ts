import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureJson } from './read-json-body.ts';

const names = new Set(['selfie', 'outfit']);

/** A JSON string, some of its characters escaped without need. */
const escaped = (text: string, every: number) =>
  JSON.stringify(text).replace(/[a-z/]/g, (character, at: number, all: string) =>
    every > 0 && at % every === 0 && !/\\(u[0-9a-f]{0,3})?$/.test(all.slice(0, at))
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
      : character,
  );
const text = fc.tuple(fc.string({ unit: 'binary' }), fc.nat(5)).map(([text, every]) => escaped(text, every));
const other = fc.oneof(fc.constantFrom('selfies', '__proto__'), fc.string()).filter((name) => !names.has(name));
const member = fc.oneof(
  fc.record({ name: fc.constantFrom(...names), value: text, isImage: fc.constant(true) }),
  fc.record({ name: other, value: fc.oneof(text, fc.constantFrom('1', 'null', '[]')), isImage: fc.constant(false) }),
);
const space = fc.constantFrom('', ' ', '\n\t');

describe('measureJson', () => {
  it('does not count images, however strings are written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(member, space, fc.nat(5)), { minLength: 1, maxLength: 6 }), (members) => {
        const write = (image: string | undefined) =>
          Buffer.from(
            `{"a":[{${members
              .map(([{ name, value, isImage }, space, every]) => {
                return `${escaped(name, every)}${space}:${space}${isImage ? (image ?? value) : value}`;
              })
              .join(',')}}]}`,
          );
        const emptied = write('""');
        const { length, values } = measureJson(write(undefined), names);
        expect(length).toBe(emptied.length);
        expect(values).toBe(measureJson(emptied, names).values);
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts members, elements and nesting', () => {
    const text = `{"selfie":"${'QUJD'.repeat(1_000)}","a":[[{}],1,"x,{["]}`;
    expect(measureJson(Buffer.from(text), names)).toEqual({
      length: '{"selfie":"","a":[[{}],1,"x,{["]}'.length,
      values: 7,
      nesting: 4,
    });
  });
});
