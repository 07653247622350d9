import { readCapabilityConfig } from '@styling/capability';
import { expect, it } from 'vitest';
import { variables } from './config.ts';

const needed = { NATS_URL: 'nats://x', S3_BUCKET: 'b', IMAGE_STORE_URL: 'http://x/b' };
const read = (more: Record<string, string> = {}) => readCapabilityConfig(variables, { ...needed, ...more });

it('given only what is needed, then temporary images live for a day and jobs are redelivered after ten seconds', () => {
  expect(read()).toMatchObject({
    TEMPORARY_IMAGE_TTL_SECONDS: 86_400,
    ACK_WAIT_SECONDS: 10,
    routes: [{ name: 'ondevice' }],
    ALLOW_PRIVATE_URLS: false,
  });
});

it.each(['0', '-1', '1.5', 'a day'])(
  'given a time to live of %s, then it is refused',
  (TEMPORARY_IMAGE_TTL_SECONDS) => {
    expect(() => read({ TEMPORARY_IMAGE_TTL_SECONDS })).toThrow(/TEMPORARY_IMAGE_TTL_SECONDS/);
  },
);
