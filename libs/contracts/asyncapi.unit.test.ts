import specs from '@asyncapi/specs';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { asyncapiDocument } from './asyncapi.ts';

type Document = {
  channels: Record<string, { address: string; parameters: Record<string, unknown> }>;
  components: { schemas: Record<string, object> };
};
const document = asyncapiDocument('1.2.3') as Document;

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3.0', () => {
    const lenient = {
      strict: false,
      logger: false,
      validateFormats: false,
      meta: false,
      validateSchema: false,
    } as const;
    const validate = new Ajv.default(lenient).compile(specs.schemas['3.0.0'] as object);
    expect(validate({ ...document, channels: { broken: { address: 5 } } })).toBe(false);
    expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });
});
