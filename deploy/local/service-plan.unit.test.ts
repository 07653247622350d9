import { serviceNames, services } from '@styling/contracts';
import { expect, test } from 'vitest';
import { bucketAddress, ownEnvironment, servicePlan, sharedEnvironment } from './service-plan.ts';

const healthPorts = serviceNames.map((_, index) => index + 1);
const addresses = {
  natsUrl: 'nats://n',
  databaseUrl: 'postgres://p',
  databaseAccess: {
    urls: { gateway: 'postgres://g', [services.usage.schema]: 'postgres://u' },
    passwords: { P: 'secret' },
  },
  webhookKey: 'key',
  s3Endpoint: 'http://s',
  bucket: 'b',
  imageStoreUrl: 'http://i/b',
  port: 8080,
};

test('given the embedded store, then what the user has set for another one stays out', () => {
  const embeddedStore = {
    ...addresses,
    storeCredentials: { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'kept' },
  };
  const credentials = { AWS_ACCESS_KEY_ID: 'real', AWS_PROFILE: 'work', AWS_SESSION_TOKEN: 't' };
  const user = { ...credentials, S3_FORCE_PATH_STYLE: 'false', DAILY_LIMIT: '3', PORT: '1' };
  expect(sharedEnvironment(embeddedStore, user)).toEqual({
    AWS_REGION: 'us-east-1',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'kept',
    DAILY_LIMIT: '3',
    NATS_URL: 'nats://n',
    DATABASE_URL: 'postgres://p',
    S3_ENDPOINT: 'http://s',
    S3_BUCKET: 'b',
    IMAGE_STORE_URL: 'http://i/b',
  });
});

test("given the user's own store, then the user's credentials, region and style are passed on", () => {
  const user = {
    AWS_ACCESS_KEY_ID: 'real',
    AWS_PROFILE: 'work',
    AWS_REGION: 'eu-west-1',
    S3_FORCE_PATH_STYLE: 'false',
  };
  expect(sharedEnvironment(addresses, user)).toMatchObject(user);
});

test('given no host, then API and health ports listen on loopback only; given one, there', () => {
  const hosts = (environment: NodeJS.ProcessEnv) =>
    servicePlan({ repositoryDir: '/r', environment, addresses, healthPorts })
      .flat()
      .map(({ env }) => `${env.LISTEN_HOST} ${env.HEALTH_HOST}`);
  expect(new Set(hosts({ LISTEN_HOST: '' }))).toEqual(new Set(['127.0.0.1 127.0.0.1']));
  expect(new Set(hosts({ LISTEN_HOST: '0.0.0.0' }))).toEqual(new Set(['0.0.0.0 127.0.0.1']));
});

test("given the embedded NATS, then each service has its own key to it, and nothing of the user's own", () => {
  const embedded = { ...addresses, natsKeysDir: '/keys' };
  const user = { NATS_USER: 'me', NATS_PASSWORD: 'secret', NATS_NKEY_FILE: '/mine.nk' };
  const environment = sharedEnvironment(embedded, user);
  expect(Object.keys(environment).filter((name) => name.startsWith('NATS_'))).toEqual(['NATS_URL']);
  const plan = servicePlan({ repositoryDir: '/r', environment, addresses: embedded, healthPorts });
  expect(plan.flat().map(({ name, env }) => [name, env.NATS_NKEY_FILE])).toEqual(
    serviceNames.map((name) => [name, `/keys/${name}.nk`]),
  );
});

test('given accounts of the database, then a service has its own or none, provisioning all passwords, operators the first', () => {
  const own = (user: Parameters<typeof ownEnvironment>[1]) => ownEnvironment(addresses, user);
  expect(own('gateway')).toEqual({ DATABASE_URL: 'postgres://g' });
  expect(own('tryon')).toEqual({ DATABASE_URL: undefined });
  expect(own('provision')).toEqual({ P: 'secret' });
  expect(own('operator')).toEqual({});
});

test.each([
  ['http://store.example:9000', undefined, 'http://store.example:9000/pictures'],
  ['https://store.example/under/it/', 'true', 'https://store.example/under/it/pictures'],
  ['https://store.example/', '0', 'https://pictures.store.example'],
])('given %s and path style %s, then objects are under %s', (endpoint, style, address) => {
  expect(bucketAddress(endpoint, 'pictures', style)).toBe(address);
});
