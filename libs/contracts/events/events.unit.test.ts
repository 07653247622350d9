import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { eventDefinitions, parseEvent, type StylingEvent, subjectOf } from './all-events.ts';
import { createEvent } from './define-event.ts';
import { imageDeleted } from './image-deleted.ts';
import { keyCreated } from './key-created.ts';
import { requestAccepted } from './request-accepted.ts';
import { completeRequest } from './request-completed.ts';

const id = (prefix: string) => `${prefix}_${'a'.repeat(24)}`;
const now = new Date('2026-03-04T05:06:07.089Z');
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const deleted = createEvent(imageDeleted, '/services/images', now, {
  image_id: id('img'),
  user_id: 'alice',
  reason: 'expired',
});

describe('an event', () => {
  it('is a CloudEvent whose id follows from what it says', () => {
    expect(deleted).toEqual({
      specversion: '1.0',
      id: `${id('img')}/deleted`,
      source: '/services/images',
      type: 'image.deleted',
      subject: id('img'),
      time: '2026-03-04T05:06:07.089Z',
      datacontenttype: 'application/json',
      data: { image_id: id('img'), user_id: 'alice', reason: 'expired' },
    });
  });

  it('is read as it was written', () => {
    expect(parseEvent(bytesOf(deleted))).toEqual(deleted);
  });

  it('is read by those who do not know a member that was added later', () => {
    const newer = { ...deleted, extension: 1, data: { ...deleted.data, colour: 'blue' } };
    expect(parseEvent(bytesOf(newer))).toEqual(deleted);
  });

  it.each([
    ['no JSON', new TextEncoder().encode('nonsense'), SyntaxError],
    ['nothing', bytesOf(null), ZodError],
    ['no type', bytesOf({ ...deleted, type: undefined }), ZodError],
    ['another type', bytesOf({ ...deleted, type: 'image.painted' }), ZodError],
    ['the data of another type', bytesOf({ ...deleted, type: 'key.created' }), ZodError],
    ['a missing member', bytesOf({ ...deleted, data: { image_id: id('img') } }), ZodError],
    ['a time without milliseconds', bytesOf({ ...deleted, time: '2026-03-04T05:06:07Z' }), ZodError],
  ])('is refused when it has %s', (_, bytes, error) => {
    expect(() => parseEvent(bytes)).toThrow(error);
  });

  it.each(['a.b', 'a b', '*', '>', '', 'x'.repeat(65), 'é'])(
    'is not made of a user "%s", who would break its subject',
    (user_id) => {
      expect(() => createEvent(keyCreated, 'test', now, { key_id: id('key'), user_id })).toThrow(ZodError);
    },
  );

  it('is published where its declaration says', () => {
    expect(subjectOf(deleted)).toBe('styling.image.deleted.alice');
    const accepted = createEvent(requestAccepted, 'test', now, {
      ...{ request_id: id('req'), user_id: 'alice', key_id: id('key'), endpoint: '/style_me', capability: 'style' },
      ...{
        input: 'requests/x/request.json',
        image_ids: [],
        received_at: now.toISOString(),
        deadline: now.toISOString(),
      },
    });
    expect(subjectOf(accepted)).toBe('styling.request.accepted.style');
  });

  it.each([
    ['/images', 'gateway', 'styling.request.completed.gateway.read'],
    ['/images/:id', 'gateway', 'styling.request.completed.gateway.read'],
    ['/usage', 'gateway', 'styling.request.completed.gateway.read'],
    ['/style_me', 'gateway', 'styling.request.completed.gateway'],
    ['/style_me', 'style', 'styling.request.completed.style'],
  ] as const)('that ends a request to %s, answered by %s, is published on %s', (endpoint, answered_by, subject) => {
    const ended = { request_id: id('req'), user_id: 'alice', key_id: id('key'), endpoint };
    const event = completeRequest({ ...ended, received_at: now.toISOString() }, answered_by, now, {});
    expect(subjectOf(event)).toBe(subject);
  });

  it('names itself in its address: type and subject prefix agree', () => {
    for (const [type, { address }] of Object.entries(eventDefinitions)) {
      expect(address.startsWith(`styling.${type}.{`)).toBe(true);
    }
    const types: StylingEvent['type'][] = Object.values(eventDefinitions).map(({ type }) => type);
    expect(types).toHaveLength(7);
  });
});
