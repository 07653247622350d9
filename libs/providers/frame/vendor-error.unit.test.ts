import { expect, test } from 'vitest';
import { VendorError } from './vendor-error.ts';

test('given a code by a vendor, then only a short name of it is kept', () => {
  const error = new VendorError('failed', 'prediction failed', { code: `größe r8_abcdefgh\n${'x'.repeat(1_000_000)}` });
  expect(error.code).toMatch(/^gretokenx{0,100}$/);
  expect(error.code).toHaveLength(100);
  expect(error.message).toBe(`prediction failed (${error.code})`);
});

test('given the text of a vendor, then a redacted start of it is the cause, and none of it the message', () => {
  const cause = `no file at https://api.example/v1/files/1 ${'x'.repeat(1_000_000)}`;
  const error = new VendorError('failed', 'prediction failed', { cause });
  expect((error.cause as Error).message).toMatch(/^no file at <url> x+…$/);
  expect((error.cause as Error).message.length).toBeLessThan(300);
  expect(error.message).toBe('prediction failed');
});
