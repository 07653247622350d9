import { globSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import type { UserConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const EMBED = 'page/embed.ts';
const TOKENS = 'page/styles/tokens.css';
const scalar = join(dirname(findPackageJSON('@scalar/api-reference', import.meta.url) ?? ''), 'dist/browser');

/**
 * The site, for `/portal/`. All modules lie in `page/`, as proxies of shops pass on that folder and `examples/` only, and what shops name
 * keeps its path: the elements, which are there as JavaScript, and the colours (docs/portal.md).
 */
export default {
  root: at('.'),
  base: '/portal/',
  // The sources in this repository: the package itself is compiled when it is published.
  resolve: { alias: { '@styling/client': at('../sdk/index.ts') } },
  build: {
    target: 'es2024',
    assetsDir: 'page',
    assetsInlineLimit: 0,
    emptyOutDir: false,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: 'exports-only',
      input: { app: at('index.html'), embed: at(EMBED) },
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? EMBED : 'page/[name]-[hash].js'),
        // Small files compress badly, and a request costs more than most of them.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
      },
    },
  },
  // A shop has the modules at another path.
  experimental: {
    renderBuiltUrl: (path, { hostType }) => (hostType === 'html' ? `/portal/${path}` : { relative: true }),
  },
  plugins: [
    tailwind(),
    {
      name: 'files-as-they-are',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: TOKENS, source: readFileSync(at(TOKENS)) });
        for (const name of globSync('{standalone.esm,chunks/*}.js', { cwd: scalar })) {
          this.emitFile({ type: 'asset', fileName: `page/scalar/${name}`, source: readFileSync(join(scalar, name)) });
        }
      },
    },
  ],
} satisfies UserConfig;
