import { createHash } from 'node:crypto';
import { type PageName, PORTAL_PATH } from './page/routes.ts';
import { type FileSender, fileSender } from './send-file.ts';

/** What Vite writes of each module that is an entry: its file, and the keys of those it imports. */
export type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** The document with links to what a page needs beside the frame, so that both are loaded at the same time. */
export function withModulesOf(page: PageName | undefined, html: string, manifest: Manifest): string {
  const needed = new Set<string>();
  const visit = (key: string): void => {
    const { file, imports = [] } = manifest[key] ?? {};
    if (file === undefined || needed.has(file)) return;
    needed.add(file);
    imports.forEach(visit);
  };
  visit(`page/pages/${page}.ts`);
  const links = [...needed]
    .map((file) => `${PORTAL_PATH}/${file}`)
    .filter((path) => !html.includes(path))
    .map((path) => `<link rel="modulepreload" crossorigin href="${path}">\n`);
  return html.replace('</head>', `${links.join('')}</head>`);
}

/**
 * Sends the document of a page of the portal, which may have no inline styles, and no HTML from text.
 *
 * @param imageStoreOrigin e.g. `https://images.example.com`
 */
export const portalDocument = (html: string, imageStoreOrigin: string): FileSender =>
  sender(html, [
    ...contentSecurityPolicy(html, imageStoreOrigin),
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ]);

/** Sends the document of the reference, which is Scalar's work, and sets styles on elements. */
export const referenceDocument = (html: string, imageStoreOrigin: string): FileSender =>
  sender(html, [...contentSecurityPolicy(html, imageStoreOrigin), "style-src 'self' 'unsafe-inline'"]);

const sender = (html: string, policy: readonly string[]): FileSender =>
  fileSender(
    { type: 'text/html; charset=utf-8', bytes: Buffer.from(html) },
    {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
      'Referrer-Policy': 'no-referrer',
    },
  );

/** What any page may do: run the site's own scripts, reach this origin and, for pictures, the image store. */
function contentSecurityPolicy(html: string, imageStoreOrigin: string): readonly string[] {
  const inline = [...html.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    `img-src 'self' blob: data: ${imageStoreOrigin}`,
    `connect-src 'self' ${imageStoreOrigin}`,
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
}
