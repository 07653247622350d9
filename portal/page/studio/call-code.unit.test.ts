import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@styling/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, runPython } from '../../testing/run-python.ts';
import { callCode, languages } from './call-code.ts';
import {
  analysedImage,
  type OrderedGarment,
  type StudioOrder,
  sentPicture,
  styleMeOrder,
  tryOnOrder,
} from './order.ts';

const BASE = 'http://localhost:8080';
const bytes = Buffer.from('the picture');
const file = { kind: 'file', blob: new Blob([bytes]), name: "Anna's photo.jpg" } as const;
const address = { kind: 'address', address: 'https://shop.example/coat.jpg' } as const;
const image = { kind: 'image', image_id: 'img_0123456789abcdef01234567' } as const;
type TryOn = Extract<StudioOrder, { tab: 'try-on' }>;
const tryOn = (garments: OrderedGarment[], change: Partial<TryOn> = {}): TryOn => ({
  tab: 'try-on',
  selfie: file,
  garments,
  mode: 'model_shot',
  ...change,
});
// What a shell would expand.
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is one of the shell
const HOSTILE = 'a "red" coat, \\n $(touch /tmp/x) `id` ${HOME} \'quoted\'\nEND\nsecond line';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-code-'));
  await writeFile(join(folder, file.name), bytes);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the code where the file is, with a `curl` that prints its arguments and input, and fetches without a network. */
function bodyOfCurl(order: StudioOrder): { args: string; body: unknown } {
  const script = `curl() { if [ "$*" = "-s ${address.address}" ]; then printf '${bytes}'; else printf '%s\\n' "$*"; cat; fi; }
${callCode(order, 'curl', BASE)}`;
  const [args = '', ...lines] = execFileSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin', STYLING_API_KEY: 'key_1' },
  }).split('\n');
  return { args, body: JSON.parse(lines.join('\n')) };
}

/** The body that the client sends. */
async function sentBody(call: (client: ReturnType<typeof createClient>) => Promise<unknown>): Promise<unknown> {
  let sent: unknown;
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    if (init.method !== 'POST') return new Response(bytes);
    sent = JSON.parse(String(init.body));
    return Response.json({});
  };
  await call(createClient({ baseUrl: BASE, apiKey: 'key_1', fetch }));
  return sent;
}

describe('curl, as a shell runs it, sends what the client sends', () => {
  it.each<[string, TryOn]>([
    ['words', tryOn([{ description: 'a camel coat' }])],
    ['words that a shell would expand', tryOn([{ description: HOSTILE }])],
    ['several garments', tryOn([{ description: 'navy blazer' }, { description: 'chinos' }], { variants: 2, seed: 7 })],
    ['pictures', tryOn([{ picture: file }, { picture: address, category: 'top', description: 'the top' }])],
    ['an image dressed further, kept', tryOn([{ description: 'a hat' }], { selfie: image, store_image: true })],
    ['a sitter at an address', tryOn([{ description: 'a coat' }], { selfie: address, mode: 'reference_environment' })],
  ])('%s', async (_, order) => {
    const { args, body } = bodyOfCurl(order);
    expect(args).toContain(`${BASE}/try_on_outfit -H X-API-Key: key_1`);
    expect(body).toEqual(await sentBody((client) => client.tryOn(tryOnOrder(order, sentPicture))));
  });

  it('an occasion', async () => {
    const order = { tab: 'style-me', selfie: file, occasion: 'a wedding', num_outfits: 2 } as const;
    expect(bodyOfCurl(order).body).toEqual(
      await sentBody((client) => client.styleMe(styleMeOrder(order, sentPicture))),
    );
  });

  it('a file to analyse', async () => {
    const order = { tab: 'analyse', image: file } as const;
    expect(bodyOfCurl(order).body).toEqual(
      await sentBody((client) => client.analyzeOutfit(analysedImage(order, sentPicture))),
    );
  });

  it('an image to analyse, by its address', () => {
    const order = { tab: 'analyse', image: { ...image, image_url: 'https://images.example/a.jpg' } } as const;
    expect(bodyOfCurl(order).body).toEqual({ image_url: 'https://images.example/a.jpg' });
  });
});

describe('TypeScript', () => {
  it('passes the pictures by name and leaves the key out', () => {
    const garments = [{ description: "a tailor's coat" }, { picture: address, category: 'top' as const }];
    expect(
      callCode(tryOn(garments, { seed: 3 }), 'typescript', BASE),
    ).toBe(`// npm install @styling/client, or the .tgz of npm pack --workspace sdk in the service's repository
import { createClient } from '@styling/client';

const client = createClient({
  baseUrl: "http://localhost:8080",
  apiKey: process.env.STYLING_API_KEY ?? '',
});
const image = await client.tryOn({
  selfie: "Anna's photo.jpg",
  garments: [
    "a tailor's coat",
    {
      picture: "https://shop.example/coat.jpg",
      category: "top"
    }
  ],
  mode: "model_shot",
  seed: 3
});
console.log(image.image_url);`);
  });
});

describe('Python', () => {
  it.skipIf(!hasPython)('sends what the client sends', async () => {
    const order = tryOn([{ picture: file }, { picture: address, description: HOSTILE }], { store_image: true });
    const stub = `import io, urllib.request
def urlopen(request, timeout):
    if isinstance(request, str): return io.BytesIO(b"${bytes}")
    print(request.data.decode())
    return io.BytesIO(b'{"image_url": "made"}')
urllib.request.urlopen = urlopen
`;
    const output = await runPython(stub + callCode(order, 'python', BASE), { cwd: folder, apiKey: 'key_1' });
    const [sent = '', printed] = output.split('\n');
    expect(JSON.parse(sent)).toEqual(await sentBody((client) => client.tryOn(tryOnOrder(order, sentPicture))));
    expect(printed).toBe('made');
  });

  it('reads only what is used, and writes True as Python does', () => {
    const code = callCode(tryOn([{ description: 'a coat' }], { selfie: image, store_image: true }), 'python', BASE);
    expect(code).not.toContain('base64');
    expect(code).toContain('"store_image": True');
    expect(callCode(tryOn([{ picture: file }]), 'python', BASE)).toContain(`base64_of("Anna's photo.jpg")`);
  });
});

it('no language prints the bytes of a picture', () => {
  for (const language of languages) {
    expect(callCode(tryOn([{ picture: file }]), language, BASE)).not.toContain(bytes.toString('base64'));
  }
});
