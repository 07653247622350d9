import { expect, it } from 'vitest';
import { toImageRecords } from './image-record.ts';

it.each([
  [[], []],
  [
    [{ image_id: 'a', object: 'images/a.jpg' }, { object: 'images/b.jpg' }],
    [{ image_id: 'a', image_url: 'http://s/x"/images/a.jpg' }, { image_url: 'http://s/x"/images/b.jpg' }],
  ],
  [
    [{ model: 'an "object":"images/a.jpg', provider: '\\"object":"', object: 'images/c.jpg' }],
    [{ model: 'an "object":"images/a.jpg', provider: '\\"object":"', image_url: 'http://s/x"/images/c.jpg' }],
  ],
])('given stored images %j, then only the member `object` is replaced', (stored, records) => {
  expect(JSON.parse(toImageRecords('http://s/x"/', JSON.stringify(stored)))).toEqual(records);
});
