export { PORTAL_PATH } from './page/routes.ts';
export { fileSender } from './send-file.ts';
export { portalSite } from './site.ts';
export { prepareSite } from './site-folder.ts';
