import { ServiceError } from '@styling/service';
import { expect, it } from 'vitest';
import { errorAnswer, RequestFailed } from './answer.ts';

const bodyOf = (error: unknown) => JSON.parse(errorAnswer(error, 'req_1').text);

it('given a request that a worker failed, then its client gets the details of the terminal event', () => {
  const details = 'the server answered 404';
  const error = { code: 'unreachable_url', message: 'image_url could not be fetched', details };
  expect(bodyOf(new RequestFailed(400, error))).toEqual({
    error: error.message,
    code: error.code,
    request_id: 'req_1',
    details,
  });
});

it('given an error without details, then the body has no such member', () => {
  expect(bodyOf(new ServiceError('not_found'))).toEqual({ error: 'Not found', code: 'not_found', request_id: 'req_1' });
});
