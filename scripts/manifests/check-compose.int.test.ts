import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Compose, checkCompose } from './check-compose.ts';
import { REPOSITORY } from './overlays.fixture.ts';
import { readCompose } from './read-compose.ts';

const FILE = join(REPOSITORY, 'deploy/compose.yaml');
const compose = readCompose(FILE);

it('given the compose file, then it has no fault', () => {
  expect(checkCompose(compose, FILE)).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into any service to break it
it.each<[string, (services: any) => void, string]>([
  ['a field that there is not', (all) => (all.gateway.comand = []), '/services/gateway must NOT have'],
  ['a wrong type', (all) => (all.gateway.ports = 8080), '/services/gateway/ports must be array'],
  [
    'a variable that its program does not know',
    (all) => (all.usage.environment = { ...all.usage.environment, S3: 'x' }),
    'usage: services/usage/main.ts: does not know S3',
  ],
  [
    'a variable less than it needs',
    (all) => (all.style.environment = {}),
    'style: services/style/main.ts: NATS_URL is not set',
  ],
  ['a program that there is not', (all) => (all.style.command = ['style']), 'style: no program is started by "style"'],
  [
    'a service to wait for that there is not',
    (all) => (all.style.depends_on = { db: { condition: 'service_started' } }),
    'style: waits for db, which there is not',
  ],
  [
    'one whose health nobody tells',
    (all) => delete all.nats.healthcheck,
    'provision: waits for the health of nats, which tells none',
  ],
  [
    'a file to mount that there is not',
    (all) => (all.collector.volumes = ['./absent.yaml:/a:ro']),
    'collector: mounts ./absent.yaml, which there is not',
  ],
  [
    'a volume that is not declared',
    (all) => (all.nats.volumes = ['other:/data']),
    'nats: mounts other, which there is not',
  ],
  [
    'an image without a version',
    (all) => (all.traces.image = 'jaegertracing/jaeger'),
    'traces: image jaegertracing/jaeger has no version',
  ],
  [
    'a port that is open to all',
    (all) => (all.dashboards.ports = ['3000:3000']),
    'dashboards: port 3000:3000 is open to all',
  ],
])('given one with %s, then it is refused', (_, change, said) => {
  const copy: Compose = structuredClone(compose);
  change(copy.services);
  expect(checkCompose(copy, FILE)).toContainEqual(expect.stringContaining(said));
});
