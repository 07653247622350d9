import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { publish } from '@styling/bus';
import { sharp } from '@styling/imaging';
import {
  acceptRequest,
  type BusAndStore,
  eventsOfRequest,
  outcomeOfRequest,
  photo,
  startBusAndStore,
  testId,
} from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let servers: BusAndStore;
let selfie: Buffer;
beforeAll(async () => {
  servers = await startBusAndStore();
  // The embedded engine takes as long as there are pixels.
  selfie = await sharp(await photo('grace-hopper.jpg'))
    .resize({ height: 256 })
    .jpeg()
    .toBuffer();
});
afterAll(() => servers.stop());

const accept = async (number: number) =>
  publish(
    servers.bus,
    await acceptRequest(servers.store, {
      number,
      endpoint: '/try_on_outfit',
      capability: 'tryon',
      imageCount: 1,
      input: {
        clothing_description: 'a red coat',
        clothing_image_url: null,
        has_outfit: false,
        mode: 'model_shot',
        store_image: false,
      },
      images: { selfie_base64: selfie },
    }),
  );
const consumer = () => servers.bus.jsm.consumers.info('EVENTS', 'tryon');

it('given a running job, when stopped, then it takes no new jobs, finishes this one, and stops in order', async () => {
  const { origin, pathname } = new URL(servers.imageStoreUrl);
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      ...process.env,
      NATS_URL: servers.nats.url,
      S3_ENDPOINT: origin,
      S3_BUCKET: pathname.slice(1),
      IMAGE_STORE_URL: servers.imageStoreUrl,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'info',
      STYLING_PROVIDER: 'ondevice',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 30_000 }).toContain('"msg":"ready"');

  // Nobody has asked for it, but the engine's process loads the networks.
  const parents = () => execFileSync('ps', ['-axo', 'ppid='], { encoding: 'utf8' }).split('\n').map(Number);
  await expect.poll(parents, { timeout: 30_000 }).toContain(child.pid);

  await accept(1);
  await expect.poll(async () => (await consumer()).num_ack_pending, { interval: 5 }).toBe(1);
  child.kill('SIGTERM');
  await expect.poll(() => output).toContain('"msg":"stopping"');
  const healthPort = Number(/"health_port":(\d+)/.exec(output)?.[1]);
  expect((await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status).toBe(503);
  await accept(2);

  expect(await exit).toEqual([0, null]);
  const said = await outcomeOfRequest(servers.bus, testId('req', 1));
  expect(said.map(({ type }) => type)).toEqual(['request.accepted', 'image.created', 'request.completed']);
  expect(said.at(-1)).toMatchObject({ data: { status: 200 } });
  // The one that came too late is for another worker, at once.
  expect(await eventsOfRequest(servers.bus, testId('req', 2))).toHaveLength(1);
  await expect.poll(async () => (await consumer()).num_ack_pending + (await consumer()).num_pending).toBe(1);
});
