import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_DIR } from '@styling/process-rig';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleInput, filledPath, operationCode } from './page/reference/operation-code.ts';
import { readOperations } from './page/reference/read-operations.ts';
import { callCode } from './page/studio/call-code.ts';
import { hasPython, runPython } from './testing/run-python.ts';

// The Python that the portal shows, as Python runs it, against a server that takes everything and keeps what it was sent.

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};
const PICTURE = Buffer.from('the picture');
const KEY = 'key_1';
/** Runs the programs in the files that it is given. */
const RUN_ALL = `import sys
for path in sys.argv[1:]:
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), {})`;

const document = JSON.parse(await readFile(join(REPOSITORY_DIR, 'docs', 'openapi.json'), 'utf8'));
const operations = readOperations(document).flatMap((group) => group.operations);
let folder: string;
let url: string;
const sent: Sent[] = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request));
  const { method = '', url: path = '', headers } = request;
  sent.push({ method, path, headers, body });
  if (path === '/coat.jpg') response.end(PICTURE);
  else if (path.startsWith('/refused')) response.writeHead(429).end('{}');
  else if (path.endsWith('/events')) response.end('event: job\ndata: {}\n\n');
  else response.end('{"image_url":"https://images.example/a.jpg"}');
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-samples-'));
  await writeFile(join(folder, 'me.jpg'), PICTURE);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe.skipIf(!hasPython)('the Python of', () => {
  it('every endpoint of the reference sends its example', async () => {
    const files = operations.map(({ id }) => join(folder, `${id}.py`));
    for (const [index, file] of files.entries()) {
      const operation = operations[index];
      if (operation) await writeFile(file, operationCode(operation, 'python', url));
    }
    sent.length = 0;
    await runPython(RUN_ALL, { cwd: folder, apiKey: KEY, args: files });
    expect(sent).toHaveLength(operations.length);
    for (const [index, operation] of operations.entries()) {
      const { path, body } = exampleInput(operation);
      const { method, headers, ...request } = sent[index] as Sent;
      expect([method, request.path]).toEqual([operation.method, filledPath(operation.path, path)]);
      expect([operation.id, headers['x-api-key']]).toEqual([operation.id, operation.needsKey ? KEY : undefined]);
      if (operation.body?.type.startsWith('image/')) {
        expect([headers['content-type'], request.body]).toEqual(['image/jpeg', PICTURE]);
      } else if (body) {
        const fields = Object.entries(body).map(([name, value]) => [
          name,
          name.endsWith('_base64') ? PICTURE.toString('base64') : value,
        ]);
        expect(headers['content-type']).toBe('application/json');
        expect(JSON.parse(request.body.toString())).toEqual(Object.fromEntries(fields));
      } else expect(request.body).toHaveLength(0);
    }
  });

  it('an order of the studio sends its pictures, of a file and of an address, and prints the address of the result', async () => {
    const selfie = { kind: 'file', blob: new Blob([PICTURE]), name: 'me.jpg' } as const;
    const coat = { kind: 'address', address: `${url}/coat.jpg` } as const;
    const words = 'a tailor\'s "coat"\nbase64_of(x) é \u2028';
    const order = {
      ...({ tab: 'try-on', selfie, mode: 'model_shot', store_image: true } as const),
      garments: [
        { picture: { kind: 'file', blob: new Blob([PICTURE]), name: 'me.jpg' } as const },
        { description: words },
      ],
    };
    sent.length = 0;
    const printed = await runPython(callCode(order, 'python', url) ?? '', { cwd: folder, apiKey: KEY });
    expect(printed).toBe('https://images.example/a.jpg\n');
    const base64 = PICTURE.toString('base64');
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      ...{ selfie_base64: base64, mode: 'model_shot', store_image: true },
      garments: [{ image_base64: base64 }, { description: words }],
    });
    await runPython(callCode({ ...order, selfie: coat }, 'python', url) ?? '', { cwd: folder, apiKey: KEY });
    expect(sent.slice(1).map(({ path }) => path)).toEqual(['/coat.jpg', '/try_on_outfit']);
  });

  it('an order that is refused ends with the status', async () => {
    const order = { tab: 'analyse', image: { kind: 'address', address: 'https://x.example/a.jpg' } } as const;
    const program = callCode(order, 'python', `${url}/refused`) ?? '';
    await expect(runPython(program, { cwd: folder, apiKey: KEY })).rejects.toThrow(/HTTP Error 429/);
  });
});
