import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { busUserNames } from '@styling/contracts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY, SECRETS } from './overlays.fixture.ts';

it('given the users of the bus, then the server is told the public key of each, from where the runbook puts it', () => {
  const values = parse(readFileSync(join(REPOSITORY, 'deploy/k8s/overlays/data/nats-values.yaml'), 'utf8'));
  const { GOMEMLIMIT, ...keys } = values.container.env;
  const wanted = busUserNames.map((name) => [
    `NATS_NKEY_${name.toUpperCase()}`,
    { valueFrom: { configMapKeyRef: { name: 'nats-users', key: name } } },
  ]);
  expect(keys).toEqual(Object.fromEntries(wanted));
});

it('given the users of the bus, then the seed of each that runs here is listed', () => {
  const listed = Object.keys(SECRETS).filter((name) => name.startsWith('nats-'));
  const ours = busUserNames.filter((name) => name !== 'listener').map((name) => `nats-${name}`);
  expect(listed.sort()).toEqual(ours.sort());
});
