import { expect, test } from 'vitest';
import { DEFAULT_DATA_DIR, stackSettings } from './settings.ts';

test('given no variables, then everything is embedded on the usual ports', () => {
  expect(stackSettings({})).toEqual({
    dataDir: DEFAULT_DATA_DIR,
    port: 8080,
    imageStorePort: 9000,
    variables: {},
  });
});

test('given addresses of the user, then they are taken, and empty ones are not', () => {
  const variables = {
    NATS_URL: 'nats://n:4222',
    DATABASE_URL: ' ',
    S3_ENDPOINT: 'http://s',
    S3_BUCKET: 'b',
    PORT: '0',
  };
  const settings = stackSettings(variables);
  const { DATABASE_URL, ...taken } = variables;
  expect(settings).toMatchObject({ port: 0, variables: taken });
  expect(settings.variables).not.toHaveProperty('DATABASE_URL');
});

test.each(['http', '-1', '65536', '80.5'])('given PORT=%s, then the error names the variable', (PORT) => {
  expect(() => stackSettings({ PORT })).toThrow(`PORT is not a port: ${PORT}`);
});
