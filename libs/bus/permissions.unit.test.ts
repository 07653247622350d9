import { busUserNames, eventDefinitions } from '@styling/contracts';
import { expect, it } from 'vitest';
import { authorizationConfig, nkeyVariable, permissionsOf } from './permissions.ts';

const all = busUserNames.map((user) => ({ user, ...permissionsOf(user) }));

it('given every kind of event, then somebody may publish it', () => {
  const said = all.flatMap(({ publish }) => publish.allow.filter((subject) => subject.startsWith('styling.')));
  for (const { address } of eventDefinitions) {
    const kind = address.replace(/\{.*/, '');
    expect(
      said.some((subject) => subject.startsWith(kind)),
      address,
    ).toBe(true);
  }
});

it('given variables for keys, then the configuration names them unquoted, so that the server looks them up', () => {
  const config = authorizationConfig((user) => `$${nkeyVariable(user)}`);
  expect(config).toContain('nkey: $NATS_NKEY_GATEWAY\n');
  expect(config.match(/nkey: /g)).toHaveLength(busUserNames.length);
});
