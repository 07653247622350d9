export { portalSite } from './site.ts';
