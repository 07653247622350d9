/** Public URL of an object; no event, row or log line contains it. */
export const imageUrl = (storeUrl: string, object: string): string => `${storeUrl.replace(/\/$/, '')}/${object}`;
