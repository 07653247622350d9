import specs from '@asyncapi/specs';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { asyncapiDocument } from './asyncapi.ts';
import { eventDefinitions } from './events/all-events.ts';

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

  it('has a channel with described parameters for each event', () => {
    expect(Object.values(document.channels).map(({ address }) => address)).toEqual(
      eventDefinitions.map(({ address }) => address),
    );
    expect(Object.keys(document.channels)).toContain('usageReadsRolledUp');
    for (const { address, parameters } of Object.values(document.channels)) {
      expect(Object.keys(parameters)).toEqual([...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('lets members pass that are added later', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
  });
});
