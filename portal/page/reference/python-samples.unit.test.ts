import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, runPython } from '../../testing/run-python.ts';
import { callCode } from '../studio/call-code.ts';
import type { StudioOrder } from '../studio/order.ts';
import { exampleInput, filledPath, operationCode } from './operation-code.ts';
import { readOperations } from './read-operations.ts';

// The Python that the portal shows, as Python runs it, with a `urlopen` that prints what it is given.

type Sent = [method: string, url: string, headers: Record<string, string>, body: string];
const BASE = 'http://localhost:8080';
const KEY = 'key_1';
const PICTURE = Buffer.from('the picture');
const RESULT = 'https://images.example/a.jpg';
/** Runs the programs in the files that it is given. */
const RUN = `import base64, io, json, sys, urllib.request


class Response(io.BytesIO):
    status = 200


def urlopen(request, timeout):
    if isinstance(request, str):
        return Response(b"${PICTURE}")
    headers = {name.lower(): value for name, value in request.header_items()}
    body = base64.b64encode(request.data or b"").decode()
    print("sent", json.dumps([request.get_method(), request.full_url, headers, body]))
    return Response(b'{"image_url":"${RESULT}"}\\n')


urllib.request.urlopen = urlopen
for path in sys.argv[1:]:
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), {})`;

const document = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
const operations = readOperations(document).flatMap((group) => group.operations);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-samples-'));
  await writeFile(join(folder, 'me.jpg'), PICTURE);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs programs, one after the other. @returns what they send, and what they print */
async function run(programs: readonly string[]) {
  const files = programs.map((_, index) => join(folder, `${index}.py`));
  for (const [index, file] of files.entries()) await writeFile(file, programs[index] ?? '');
  const lines = (await runPython(RUN, { cwd: folder, apiKey: KEY, args: files })).trimEnd().split('\n');
  const isSent = (line: string) => line.startsWith('sent ');
  return {
    sent: lines.filter(isSent).map((line): Sent => JSON.parse(line.slice(5))),
    printed: lines.filter((line) => !isSent(line)),
  };
}
const decoded = (base64: string) => Buffer.from(base64, 'base64').toString();

describe.skipIf(!hasPython)('the Python of', () => {
  it('every endpoint of the reference sends its example', async () => {
    const { sent, printed } = await run(operations.map((operation) => operationCode(operation, 'python', BASE)));
    expect([sent.length, printed.length]).toEqual([operations.length, operations.length]);
    for (const [index, operation] of operations.entries()) {
      const [method, url, headers, body] = sent[index] as Sent;
      const { id, needsKey } = operation;
      const example = exampleInput(operation);
      expect([id, method, url]).toEqual([id, operation.method, BASE + filledPath(operation.path, example.path)]);
      expect([id, headers['x-api-key']]).toEqual([id, needsKey ? KEY : undefined]);
      if (operation.body?.type.startsWith('image/')) {
        expect([headers['content-type'], decoded(body)]).toEqual(['image/jpeg', String(PICTURE)]);
      } else if (example.body) {
        const fields = Object.entries(example.body).map(([name, value]) => [
          name,
          name.endsWith('_base64') ? PICTURE.toString('base64') : value,
        ]);
        expect(headers['content-type']).toBe('application/json');
        expect(JSON.parse(decoded(body))).toEqual(Object.fromEntries(fields));
      } else expect([id, body]).toEqual([id, '']);
    }
  });

  it('an order of the studio sends its pictures and words, and prints where the result is', async () => {
    const file = { kind: 'file', blob: new Blob([PICTURE]), name: 'me.jpg' } as const;
    const words = 'a tailor\'s "coat" {x}\nbase64_of(x) é \u2028 \\n';
    const order: StudioOrder = {
      ...({ tab: 'try-on', mode: 'model_shot', store_image: true } as const),
      selfie: { kind: 'address', address: 'https://shop.example/me.jpg' } as const,
      garments: [{ picture: file }, { description: words }],
    };
    const { sent, printed } = await run([callCode(order, 'python', BASE) ?? '']);
    const base64 = PICTURE.toString('base64');
    expect(JSON.parse(decoded(sent[0]?.[3] ?? ''))).toEqual({
      ...{ selfie_base64: base64, mode: 'model_shot', store_image: true },
      garments: [{ image_base64: base64 }, { description: words }],
    });
    expect(printed).toEqual([RESULT]);
  });
});
