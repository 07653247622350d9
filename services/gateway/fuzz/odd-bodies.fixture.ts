import fc from 'fast-check';

/** Member names of bodies, and some that trip naive code. */
const NAMES = [
  'selfie_base64',
  'outfit_base64',
  'clothing_description',
  'image_url',
  'mode',
  'store_image',
  'num_outfits',
  'selfie_asset_id',
  'garments',
  'seed',
  'variants',
] as const;
const TRAPS = ['__proto__', 'constructor', 'toString', '', '\u0000', 'then', 'toJSON'];

const text = (value: unknown) => JSON.stringify(value);
const MODES = ['"model_shot"', '"reference_environment"', '"studio"', '"environment"'];

/** JSON texts of values that no field expects. */
const oddValue = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }).map(text),
  fc.constantFrom('null', 'true', '[]', '{}', '""', '-0', '1e400', '0.1e-9', '1'.repeat(400), '2.5', '"3"'),
  fc.constantFrom('"\\ud800"', '"\\u0000"', '["\\ud800"]', '{"__proto__":{"admin":true}}', '{"length":1e9}'),
  fc.constantFrom('"data:image/png;base64,"', '"http://"', '"https://a b"', '"file:///etc/passwd"', '"http://[::1"'),
  // No JSON.
  fc.constantFrom('01', '+1', 'NaN', 'undefined', "'x'", '"\\x"', '"\\u12"', '"\t"', '//', '/**/1'),
  fc
    .constantFrom('[', '{"a":')
    .map((open) => open.repeat(30_000) + (open === '[' ? ']' : '1').padEnd(30_000, open === '[' ? ']' : '}')),
  fc.nat(3_000).map((length) => text('x'.repeat(length))),
);

/** JSON texts of pictures: whole, broken, or of a format that is not taken. */
const picture = (selfie: Buffer) =>
  fc
    .oneof(
      fc.constant(selfie),
      fc.nat(selfie.length).map((length) => selfie.subarray(0, length)),
      fc.array(fc.tuple(fc.nat(selfie.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }).map((changes) => {
        const bytes = Buffer.from(selfie);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      }),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '\x89PNG\r\n\x1a\n')
        .map((head) => Buffer.from(head, 'latin1')),
    )
    .chain((bytes) =>
      fc
        .constantFrom('', 'data:image/jpeg;base64,', 'data:text/html;base64,', ' ')
        .map((prefix) => text(prefix + bytes.toString('base64'))),
    );

/** Name, and the JSON text of the value. */
type Member = [name: string, value: string];
const textOf = (members: readonly Member[]) =>
  `{${members.map(([name, value]) => `${text(name)}:${value}`).join(',')}}`;

/** The members of a body that is right for `path`, as JSON texts. */
function rightMembers(path: string, selfie: Buffer): Member[] {
  const image = text(selfie.toString('base64'));
  const dressed: Member[] = [
    ['selfie_base64', image],
    ['clothing_description', '"a red coat"'],
  ];
  if (path === '/try_on_outfit') return [...dressed, ['mode', '"model_shot"']];
  if (path === '/generate_image') return [...dressed, ['mode', '"studio"']];
  if (path === '/style_me') return [['selfie_base64', image]];
  return [['image_url', '"https://pictures.example/a.jpg"']];
}

/** A JSON object of the right members, some missing, replaced, doubled, or joined by others. */
const objectBody = (path: string, selfie: Buffer) => {
  const right = rightMembers(path, selfie);
  const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, fc.constantFrom(...TRAPS), fc.string());
  const value = fc.oneof(oddValue, picture(selfie), fc.constantFrom(...MODES));
  return fc
    .tuple(
      fc.subarray(right, { minLength: Math.max(0, right.length - 1) }),
      fc.array(fc.tuple(name, value), { maxLength: 3 }),
      fc.constantFrom('', '\ufeff', ' \n'),
      fc.constantFrom('', ' ', '\n', '}', ',', '{}', '\0'),
      fc.boolean(),
    )
    .map(([some, others, before, after, oddFirst]) => {
      const members = oddFirst ? [...others, ...some] : [...some, ...others];
      return Buffer.from(before + textOf(members) + after);
    });
};

const rightBody = (path: string, selfie: Buffer) => Buffer.from(textOf(rightMembers(path, selfie)));

/** Bodies for `path`: right, nearly right, and nothing like it. `selfie` is a small picture that is taken. */
export const oddBodies = (path: string, selfie: Buffer) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(rightBody(path, selfie)) },
    { weight: 6, arbitrary: objectBody(path, selfie) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 2, arbitrary: oddValue.map((value) => Buffer.from(value)) },
    { weight: 1, arbitrary: fc.constant(Buffer.from('{"mode":"ü"}', 'latin1')) },
  );
