export { PORTAL_PATH } from './page/routes.ts';
export { prepareSite } from './prepare-site.ts';
export { fileSender } from './send-file.ts';
export { portalSite } from './site.ts';
