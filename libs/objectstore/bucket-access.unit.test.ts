import { expect, it } from 'vitest';
import { crossOriginReads, publicReads, withCrossOriginReads, withPublicReads } from './bucket-access.ts';

const ours = publicReads('pictures', 'images/');
const theirs = { Sid: 'TheirOwn', Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' };
const added = (policy: object | null) =>
  JSON.parse(withPublicReads(policy && JSON.stringify(policy), 'pictures', 'images/'));

it('given no policy, then it is the statement alone', () => {
  expect(added(null)).toEqual(ours);
  expect(ours.Statement[0]).toMatchObject({ Action: 's3:GetObject', Resource: 'arn:aws:s3:::pictures/images/*' });
});

it.each([
  ['a single one', theirs],
  ['a list with ours in it', [theirs, ...ours.Statement]],
])('given statements of others as %s, then they stay, and ours is there once', (_, Statement) => {
  const policy = { Version: '2008-10-17', Id: 'theirs', Statement };
  expect(added(policy)).toEqual({ ...policy, Statement: [theirs, ...ours.Statement] });
});

it('given CORS rules of others, then they stay, and ours is there once', () => {
  const rule = { ID: 'theirs', AllowedMethods: ['PUT'], AllowedOrigins: ['https://shop.example'] };
  expect(withCrossOriginReads([rule])).toEqual([rule, crossOriginReads]);
  expect(withCrossOriginReads([rule, crossOriginReads])).toBeUndefined();
});
