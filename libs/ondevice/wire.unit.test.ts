import { ServiceError } from '@styling/service';
import { describe, expect, test } from 'vitest';
import { receiveError, sendError } from './wire.ts';

const cross = (error: unknown) => receiveError(structuredClone(sendError(error)));

describe('errors between threads', () => {
  test.each([
    new ServiceError('no_person', { field: 'selfie_base64' }),
    new ServiceError('not_an_integer_between', { field: 'n', min: 1, max: 5 }),
    new ServiceError('internal', {}, { cause: new Error('secret') }),
  ])('given a ServiceError, then class, code and text arrive: %s', (error) => {
    const received = cross(error);
    expect(received).toBeInstanceOf(ServiceError);
    expect(received).toMatchObject({ code: error.code, message: error.message, status: error.status });
    expect((received.cause as Error | undefined)?.message).toBe((error.cause as Error | undefined)?.message);
  });

  test('given any other error, then its text and stack arrive', () => {
    const error = new TypeError('broken');
    expect(cross(error)).toMatchObject({ message: 'broken', stack: error.stack });
    expect(cross(error)).not.toBeInstanceOf(ServiceError);
    expect(cross('just text').message).toBe('just text');
  });
});
