import type { Site } from './start-site.ts';

/** A page of the portal, by what its pictures are called. */
export type PortalAddress = { readonly name: string; readonly path: string; readonly isPublic?: boolean };

const LISTS = [
  ['image', '/images', 'image_id'],
  ['job', '/jobs', 'job_id'],
  ['webhook', '/webhooks', 'webhook_id'],
] as const;

/**
 * All pages of the portal, those of one thing with the newest that there is: they are left out if there is none.
 *
 * @param read calls `GET` of the API as the signed-in user
 */
export async function allPages(read: (path: string) => Promise<unknown>): Promise<PortalAddress[]> {
  const ofOne = LISTS.map(async ([name, list, id]): Promise<PortalAddress[]> => {
    const body = (await read(list)) as Record<string, readonly Record<string, string>[]>;
    const newest = body[list.slice(1)]?.[0]?.[id];
    return newest ? [{ name, path: `${list}/${newest}` }] : [];
  });
  return [
    { name: 'sign-in', path: '/sign-in', isPublic: true },
    { name: 'studio', path: '/' },
    { name: 'style-me', path: '/style-me' },
    { name: 'analyse', path: '/analyse' },
    ...['images', 'jobs', 'events', 'usage', 'keys', 'webhooks', 'account'].map((name) => ({ name, path: `/${name}` })),
    ...(await Promise.all(ofOne)).flat(),
  ];
}

/** All pages of the user who started a system, by its key. */
export const pagesOf = ({ url, apiKey }: Pick<Site, 'url' | 'apiKey'>): Promise<PortalAddress[]> =>
  allPages(async (path) => (await fetch(url + path, { headers: { 'x-api-key': apiKey } })).json());
