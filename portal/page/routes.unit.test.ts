import { describe, expect, it } from 'vitest';
import { routeOf } from './routes.ts';

const route = (address: string) => routeOf(new URL(address, 'http://localhost:8080'));

describe('routeOf', () => {
  it('given a path, then its page', () => {
    expect(route('/portal')).toEqual({ page: 'studio', params: {} });
    expect(route('/portal/')).toEqual({ page: 'studio', params: {} });
    expect(route('/portal/style-me')).toEqual({ page: 'studio', params: {} });
    expect(route('/portal/jobs/')).toEqual({ page: 'jobs', params: {} });
  });

  it('given parts of the path and a query, then both are parameters, and the path wins', () => {
    expect(route('/portal/images/img_1%2F2?id=other&from=jobs')).toEqual({
      page: 'image',
      params: { id: 'img_1/2', from: 'jobs' },
    });
  });

  it('given an address that is none of the portal, or cannot be decoded, then no page, or what was written', () => {
    expect(route('/portals')).toBeUndefined();
    expect(route('/portal/nothing')).toBeUndefined();
    expect(route('/portal/images/a/b')).toBeUndefined();
    expect(route('/portal/images/%E0%A4%A')).toMatchObject({ params: { id: '%E0%A4%A' } });
  });
});
