import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { serviceNames } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { type Browser, openBrowser } from '@styling/gateway/browser.fixture.ts';
import { REPOSITORY_DIR, runScript, waitUntil } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { copyPreparedCluster, jpegMetadata, photo } from '@styling/testing';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOtherGateway } from './own-stack.fixture.ts';
import { stackSettings } from './settings.ts';
import { type Stack, startStack } from './stack.ts';

// The system as a newcomer gets it, all services as processes of plain Node, spoken to over HTTP, with a second
// gateway beside it, and an outside system that knows nothing but docs/asyncapi.json.

const STOP_GRACE_MS = 155_000;
const DESCRIPTION = 'a peculiarly phrased crimson pullover';
const started = new AsyncDisposableStack();
let dataDir: string;
let stack: Stack;
let otherGateway: Awaited<ReturnType<typeof startOtherGateway>>;
let outsider: NatsConnection;
let heard: { subject: string; event: unknown }[];
let pictures: Server;
let selfie: Buffer;
let dressed: string;
let browser: Browser;

const environment = { ...process.env, ALLOW_PRIVATE_URLS: '1', DAILY_LIMIT: '50', LOG_LEVEL: 'debug' };
const start = () => startStack({ ...stackSettings(environment), dataDir, port: 0, imageStorePort: 0, show: () => {} });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'styling-e2e-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  stack = await start();
  started.defer(() => stack.stop());
  const exif = { IFD0: { Copyright: 'Alice Liddell' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 45/1 0/1' } };
  selfie = await sharp(await photo('grace-hopper.jpg'))
    .resize({ height: 360 })
    .jpeg({ quality: 95 })
    .withExif(exif)
    .toBuffer();

  otherGateway = await startOtherGateway(stack, join(dataDir, 'other-gateway.log'));
  started.defer(() => otherGateway.stop(STOP_GRACE_MS));

  heard = [];
  const { NATS_NKEY_FILE = '' } = stack.environments.listener;
  const authenticator = nkeyAuthenticator(Buffer.from((await readFile(NATS_NKEY_FILE, 'utf8')).trim()));
  outsider = await connect({ servers: stack.addresses.NATS_URL, authenticator, inboxPrefix: '_INBOX_listener' });
  started.defer(() => outsider.close());
  outsider.subscribe('styling.image.>', {
    callback: (_, message) => {
      heard.push({ subject: message.subject, event: message.json() });
    },
  });
  await outsider.flush();

  const garment = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1b5e3a' } })
    .extend({ top: 80, bottom: 80, left: 80, right: 80, background: '#ffffff' })
    .jpeg()
    .toBuffer();
  pictures = createServer((_, response) => response.setHeader('content-type', 'image/jpeg').end(garment));
  pictures.listen(0, '127.0.0.1');
  started.defer(() => void pictures.close());
  await once(pictures, 'listening');
});

afterAll(() => started.disposeAsync());

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
async function call(url: string, path: string, body?: object, key = stack.demoKey): Promise<Answer> {
  const response = await fetch(url + path, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}
const tryOn = (overrides: object = {}) =>
  call(stack.apiUrl, '/try_on_outfit', {
    selfie_base64: selfie.toString('base64'),
    clothing_description: DESCRIPTION,
    mode: 'model_shot',
    ...overrides,
  });

const token = () => stack.portalLink.split('#token=')[1];
/** Signs in by the link that `npm start` shows. */
async function signIn(): Promise<void> {
  browser = openBrowser(stack);
  expect(await browser.portal('POST', '/session', { token: token() })).toMatchObject({ status: 200 });
}

/** Mean colour of a part of the stored picture; box in shares of its width and height. */
async function meanColour(url: string, box: { left: number; top: number; width: number; height: number }) {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const image = sharp(Buffer.from(await response.arrayBuffer()));
  const { width, height, format } = await image.metadata();
  expect(format).toBe('jpeg');
  const region = {
    left: Math.floor(box.left * width),
    top: Math.floor(box.top * height),
    width: Math.max(1, Math.floor(box.width * width)),
    height: Math.max(1, Math.floor(box.height * height)),
  };
  // stats() looks at the input of a pipeline, not at what comes out of it.
  const { channels } = await sharp(await image.extract(region).png().toBuffer()).stats();
  return channels.map(({ mean }) => mean) as [red: number, green: number, blue: number];
}
const CHEST = { left: 0.35, top: 0.78, width: 0.3, height: 0.15 };
const CORNER = { left: 0, top: 0, width: 0.08, height: 0.2 };

describe('the whole system', () => {
  it('dresses a person, and every replica knows of it at once', async () => {
    const answer = await tryOn();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['image_id', 'image_url', 'mime_type']);

    const record = await call(otherGateway.url, `/images/${answer.body.image_id}`);
    expect(record).toMatchObject({ status: 200, body: { ...answer.body, category: 'try-on', persistent: false } });
    const listed = await call(otherGateway.url, '/images');
    expect(listed.body.images).toEqual([record.body]);
    const usage = await call(otherGateway.url, '/usage');
    expect(usage.body).toMatchObject({
      requests_by_endpoint: { '/try_on_outfit': 1, '/images': 1, '/images/:id': 1 },
      rate_limit: { daily_limit: 50, used_today: 1, remaining: 49 },
    });

    dressed = String(answer.body.image_url);
    const [red, green, blue] = await meanColour(dressed, CHEST);
    expect(red).toBeGreaterThan(100);
    expect(Math.max(green, blue)).toBeLessThan(90);
    expect(Math.min(...(await meanColour(dressed, CORNER)))).toBeGreaterThan(235);
  });

  it('takes a garment from a picture, by address and in the request', async () => {
    const clothing_image_url = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/garment.jpg`;
    const byAddress = await tryOn({ clothing_description: 'this sweater', clothing_image_url });
    expect(byAddress.status).toBe(200);
    const [red, green] = await meanColour(String(byAddress.body.image_url), CHEST);
    expect(green).toBeGreaterThan(red + 15);

    const outfit = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2040c0' } })
      .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#ffffff' })
      .png()
      .toBuffer();
    const inRequest = await tryOn({
      clothing_description: 'this sweater',
      outfit_base64: outfit.toString('base64'),
      clothing_image_url: 'http://127.0.0.1:1/never-fetched.jpg',
      store_image: true,
    });
    expect(inRequest.status).toBe(200);
    const [r, , blue] = await meanColour(String(inRequest.body.image_url), CHEST);
    expect(blue).toBeGreaterThan(r + 30);
    const record = await call(stack.apiUrl, `/images/${inRequest.body.image_id}`);
    expect(record.body).toMatchObject({ persistent: true });
  });

  it('tells an outside system of every image, as docs/asyncapi.json says', async () => {
    const document = JSON.parse(await readFile(join(REPOSITORY_DIR, 'docs/asyncapi.json'), 'utf8'));
    const ajv = addFormats.default(new Ajv.default({ strict: false }));
    expect(heard.length).toBe(3);
    for (const { subject, event } of heard) {
      const { type } = event as { type: string };
      const name = Object.keys(document.components.messages).find(
        (key) => document.components.messages[key].name === type,
      );
      const { address } = document.channels[String(name)];
      expect(subject).toMatch(new RegExp(`^${address.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^.]+')}$`));
      const validate = ajv.compile(document.components.schemas[String(name)]);
      expect(validate(event), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it('signs in by the link that a start shows, once, to a page that may read the pictures', async () => {
    expect(stack.portalLink).toMatch(new RegExp(`^${stack.apiUrl}/portal/sign-in#token=issi_`));
    await signIn();
    const { images } = (await browser.ask('GET', '/images')).body;
    expect(images).toEqual((await call(otherGateway.url, '/images')).body.images);
    const picture = await fetch(images[0].image_url, { headers: { origin: stack.apiUrl } });
    expect(picture.headers.get('access-control-allow-origin')).toBe('*');
    expect((await openBrowser(stack).portal('POST', '/session', { token: token() })).status).toBe(401);
  });

  it('keeps neither selfie nor text nor key anywhere once the requests are done', async () => {
    const isEmpty = async () =>
      !(await readdir(dataDir, { recursive: true })).some((path) => path.includes('requests/req_'));
    expect(await waitUntil(isEmpty, { timeoutMs: 10_000 })).toBe(true);
    const hook = { url: 'https://hook.example/quixotic-hook', events: ['job.failed'] };
    expect((await call(stack.apiUrl, '/webhooks', hook)).status).toBe(201);
    const secrets = {
      'the bytes of the selfie': selfie.subarray(20_000, 20_064),
      'its base64': Buffer.from(selfie.toString('base64').slice(30_000, 30_064)),
      'the description': Buffer.from(DESCRIPTION),
      'the address of a picture': Buffer.from('garment.jpg'),
      'the address of a webhook': Buffer.from('quixotic-hook'),
      'the key': Buffer.from(stack.demoKey),
      'the token of a link': Buffer.from(String(token())),
      'the session': Buffer.from(String(browser.cookie?.split('=')[1])),
    };
    const found: string[] = [];
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      // The demo key is kept for its user, outside of all stores and logs.
      if (!entry.isFile() || entry.name === 'demo-key.json') continue;
      const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
      for (const [name, secret] of Object.entries(secrets))
        if (bytes.includes(secret)) found.push(`${name} in ${entry.name}`);
    }
    expect(found).toEqual([]);
  });

  it('never asked the bus for something that it may not', async () => {
    const log = await readFile(join(dataDir, 'nats', 'nats-server.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes('Violation'))).toEqual([]);
  });

  it('reaches Postgres from each service as a role of its own, which needs nothing that it may not', async () => {
    const admin = connectDatabase({
      url: stack.addresses.DATABASE_URL,
      schema: 'public',
      log: silentLogger(),
      connections: 1,
    });
    const { rows } = await sql<{ role: string }>`
      select distinct usename as role from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`.execute(admin);
    await admin.destroy();
    expect(rows.map(({ role }) => role)).toEqual([
      'styling_gateway',
      'styling_images',
      'styling_jobs',
      'styling_usage_2',
      'styling_webhooks',
    ]);
    const log = await readFile(join(dataDir, 'postgres', 'postgres.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes('permission denied'))).toEqual([]);
  });

  it('listens on this machine only', async () => {
    const logs = serviceNames.map((name) => readFile(join(dataDir, 'logs', `${name}.log`), 'utf8'));
    const healthPorts = (await Promise.all(logs)).map((log) => Number(/"health_port":(\d+)/.exec(log)?.[1]));
    const outside = Object.values(networkInterfaces()).flatMap((all = []) => all.filter(({ internal }) => !internal));
    // Linux answers on all of 127.0.0.0/8 where a server listens on all interfaces.
    const hosts = ['127.0.0.2', ...outside.filter(({ family }) => family === 'IPv4').map(({ address }) => address)];
    for (const [port, path] of [[stack.port, '/'], ...healthPorts.map((port) => [port, '/livez'])]) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
      for (const host of hosts) await expect(fetch(`http://${host}:${port}${path}`)).rejects.toThrow();
    }
  });

  it('rebuilds its read models from the log, identical', async () => {
    const env = stack.environments.operator;
    const rebuild = async (service: string) =>
      JSON.parse(await runScript(`services/${service}/rebuild.ts`, [], { env })) as object;
    for (const read_model of ['images', 'usage', 'jobs', 'webhooks']) {
      expect(await rebuild(read_model)).toMatchObject({ read_model, identical: true });
    }
    expect((await call(stack.apiUrl, '/images')).body.images).toHaveLength(3);
  });

  it('says of every picture how it was made, and nothing of where its selfie was taken', async () => {
    const selfie_base64 = selfie.toString('base64');
    const order = { selfie_base64, clothing_description: DESCRIPTION, mode: 'environment' };
    const { body: inline } = await call(stack.apiUrl, '/generate_image', order);
    const { body: style } = await call(stack.apiUrl, '/style_me', { selfie_base64, num_outfits: 1 });
    const [outfit] = style.outfits as { image_base64: string }[];
    const made = [
      Buffer.from(await (await fetch(dressed)).arrayBuffer()),
      Buffer.from(String(inline.image_base64), 'base64'),
      Buffer.from(String(outfit?.image_base64), 'base64'),
    ];
    expect(jpegMetadata(selfie).kinds).toContain('exif');
    for (const picture of made) {
      const { kinds, xmp } = jpegMetadata(picture);
      expect(kinds).toEqual(['xmp']);
      expect(xmp).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia"');
      expect(xmp).toContain('xmp:CreatorTool="Image styling service"');
    }
  });

  it('finds its data again after a restart', async () => {
    const before = await call(stack.apiUrl, '/images');
    const key = stack.demoKey;
    await Promise.all([outsider.close(), otherGateway.stop(STOP_GRACE_MS)]);
    await stack.stop();
    stack = await start();
    expect(stack.demoKey).toBe(key);
    const after = await call(stack.apiUrl, '/images');
    const withoutAddress = (images: unknown) =>
      (images as { image_url: string }[]).map(({ image_url, ...rest }) => rest);
    expect(withoutAddress(after.body.images)).toEqual(withoutAddress(before.body.images));
    const [image] = after.body.images as { image_url: string }[];
    expect((await fetch(String(image?.image_url))).status).toBe(200);
  });

  it('deletes the account of a user who asks for it in the portal', async () => {
    await signIn();
    const { images } = (await browser.ask('GET', '/images')).body;
    expect(images.length).toBeGreaterThan(0);
    const deleted = await browser.portal('DELETE', '/account', { user_id: 'demo' });
    expect(deleted).toMatchObject({ status: 200, body: { images: images.length, assets: 0, webhooks: 1, keys: 1 } });
    for (const { image_url } of images) expect((await fetch(image_url)).status).toBe(404);
    expect((await call(stack.apiUrl, '/images')).status).toBe(403);
  });
});
