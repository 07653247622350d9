import { expect, it } from 'vitest';
import { errorType } from './metrics.ts';

const withCode = (code: unknown) => Object.assign(new Error('a secret'), { code });
const named = (name: string) => Object.assign(new Error('a secret'), { name });

it.each([
  ['the code of one of ours', withCode('unavailable'), 'unavailable'],
  ['the code of the system', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['the code of Postgres', withCode('57P01'), '57P01'],
  ['the name, where the code is a number', withCode(10071), 'Error'],
  ['the name, where the code is a text', withCode('no such user: alice'), 'Error'],
  ['the name of a class', named('PullError'), 'PullError'],
  ['no name that is a text', named('cannot read /requests/req_1'), 'Error'],
  ['nothing of what is no error', 'a secret', 'Error'],
])('given a failure, then telemetry tells %s', (_, error, expected) => {
  expect(errorType(error)).toBe(expected);
});
