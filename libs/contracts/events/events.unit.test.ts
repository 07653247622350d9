import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { errorCatalogue, errorCodes } from '../errors.ts';
import { partitionOf, READS_STREAM } from '../names.ts';
import { streamOf } from '../subjects.ts';
import { keyCreated } from './account-events.ts';
import { eventDefinitions, parseEvent, type StylingEvent, subjectOf } from './all-events.ts';
import { createEvent } from './define-event.ts';
import { imageCreated, imageDeleted } from './picture-events.ts';
import { answerRead, readsRolledUp } from './read-events.ts';
import { completeRequest, countsAgainstDay, publicError, requestAccepted } from './request-events.ts';

const id = (prefix: string) => `${prefix}_${'a'.repeat(24)}`;
const now = new Date('2026-03-04T05:06:07.089Z');
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const deleted = createEvent(imageDeleted, '/services/images', now, {
  image_id: id('img'),
  user_id: 'alice',
  reason: 'expired',
});

const request = {
  request_id: id('req'),
  user_id: 'alice',
  key_id: id('key'),
  gateway: 'gateway-1',
  received_at: now.toISOString(),
};
const accepted = {
  ...request,
  endpoint: '/style_me',
  capability: 'style',
  input: 'requests/x/request.json',
  image_ids: [],
  deadline: now.toISOString(),
} as const;

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
    ['another type and no id', bytesOf({ ...deleted, type: 'image.painted', id: undefined }), ZodError],
    ['the data of another type', bytesOf({ ...deleted, type: 'key.created' }), ZodError],
    ['a missing member', bytesOf({ ...deleted, data: { image_id: id('img') } }), ZodError],
    ['a time without milliseconds', bytesOf({ ...deleted, time: '2026-03-04T05:06:07Z' }), ZodError],
  ])('is refused when it has %s', (_, bytes, error) => {
    expect(() => parseEvent(bytes)).toThrow(error);
  });

  it.each(['a.b', '*', '', 'x'.repeat(65)])('is not made of a user "%s", who would break its subject', (user_id) => {
    expect(() => createEvent(keyCreated, 'test', now, { key_id: id('key'), user_id })).toThrow(ZodError);
  });

  it.each([
    ['alice', '07'],
    ['bob', '00'],
    ['user-1', '20'],
  ])('of user %s is in partition %s', (user, partition) => {
    expect(partitionOf(user)).toBe(partition);
  });

  it('is published where its declaration says', () => {
    expect(subjectOf(deleted)).toBe('styling.image.deleted.alice.07');
    expect(subjectOf(createEvent(requestAccepted, 'test', now, { ...accepted, image_ids: [] }))).toBe(
      'styling.request.accepted.style.07',
    );
    const rolledUp = createEvent(readsRolledUp, 'test', now, {
      key_id: id('key'),
      partition: '63',
      day: '2026-03-04',
      requests: { '/images': 1 },
      recent: [],
    });
    expect(subjectOf(rolledUp)).toBe('styling.usage.rolled_up.63');
    expect(rolledUp.id).toBe(`${id('key')}/reads/2026-03-04`);
  });

  it('that ends a request is published to the gateway that waits for it', () => {
    const ended = { ...request, endpoint: '/style_me' };
    const subjectBy = (by: 'gateway' | 'style') => subjectOf(completeRequest(ended, by, now, {}));
    expect(subjectBy('gateway')).toBe('styling.request.completed.gateway.gateway-1.07');
    expect(subjectBy('style')).toBe('styling.request.completed.style.gateway-1.07');
  });

  it('has room for every error of the API', () => {
    for (const code of errorCodes) expect(publicError.parse({ code, message: 'x' })).toMatchObject({ code });
  });

  it('of a read is kept apart from the log', () => {
    const read = answerRead({ ...request, endpoint: '/images' }, now, null);
    expect(subjectOf(read)).toBe('styling.read.07');
    expect(streamOf(subjectOf(read))).toBe(READS_STREAM);
    for (const { address, stream } of eventDefinitions) expect(streamOf(address)).toBe(stream);
  });

  it('has a placeholder for members of its data only', () => {
    for (const { address, data } of eventDefinitions) {
      for (const [, name = ''] of address.matchAll(/\{(\w+)\}/g)) {
        expect([...Object.keys(data.shape), ...('user_id' in data.shape ? ['partition'] : [])]).toContain(name);
      }
    }
    const types: string[] = eventDefinitions.map(({ type }) => type);
    expect(types).toContain('request.completed' satisfies StylingEvent['type']);
    expect(new Set(types).size).toBe(types.length);
  });
});

describe('a reader', () => {
  const created = anImage();
  const read = (event: object, data: object = {}) =>
    parseEvent(bytesOf({ ...event, data: { ...created.data, ...data } }));

  it('given a list that became longer later, takes all of it', () => {
    const image_ids = [1, 2, 3, 4, 5].map((digit) => `img_${String(digit).repeat(24)}`);
    expect(read({ ...created, type: 'request.accepted' }, { ...accepted, image_ids })?.data).toMatchObject({
      image_ids,
    });
  });

  it('cannot use an open value where a known one is needed', () => {
    const event = parseEvent(bytesOf(created));
    if (event?.type !== 'image.created') throw new Error('another event');
    // @ts-expect-error: it may be a category that is not known here
    const category: 'try-on' | 'style-me' = event.data.category;
    expect(category).toBe('try-on');
  });
});

function anImage() {
  return createEvent(imageCreated, '/services/tryon', now, {
    image_id: id('img'),
    user_id: 'alice',
    key_id: id('key'),
    request_id: id('req'),
    category: 'try-on',
    endpoint: '/try_on_outfit',
    mime_type: 'image/jpeg',
    bytes: 1,
    width: 1,
    height: 1,
    sha256: '0'.repeat(64),
    object: 'images/x.jpg',
    persistent: true,
    expires_at: null,
    provider: 'p',
    model: 'm',
    approximations: [],
  });
}

it('counts against the day if it is a success, or what a paid model refused', () => {
  const failed = (code: string, status: number) => ({ status, error: { code, message: 'why' } });
  expect(countsAgainstDay({ status: 200, error: null })).toBe(true);
  const counting = errorCodes.filter((code) => countsAgainstDay(failed(code, errorCatalogue[code].status)));
  expect(counting).toEqual(['content_refused']);
  expect(countsAgainstDay(failed('of_a_newer_version', 400))).toBe(false);
});
