import { createHash } from 'node:crypto';
import { importMap } from './import-map.ts';
import { joinSite } from './join-site.ts';
import { moduleGraph } from './module-graph.ts';
import { type PageName, pageNames } from './page/routes.ts';
import { type PageLanguage, pageLanguages } from './page/texts/languages.ts';
import { readSiteFiles, type SiteFiles } from './site-files.ts';

/** The site as browsers load it in one language. */
export type JoinedSite = {
  readonly files: SiteFiles;
  /** A hash of all files. */
  readonly version: string;
  /** Paths of the modules that a page needs, those it imports first; those of the frame by `undefined`. */
  readonly modulesOf: ReadonlyMap<PageName | undefined, readonly string[]>;
};

/** Everything that is served below `/portal`. */
export type BuiltSite = {
  /** Modules one by one, for pages that embed an element. */
  readonly files: SiteFiles;
  readonly joined: ReadonlyMap<PageLanguage, JoinedSite>;
};

/** Reads the site, strips its types and joins its modules: half a second of work. @throws Error of a file that cannot be sent */
export async function buildSite(): Promise<BuiltSite> {
  const files = await readSiteFiles();
  const languages = Object.keys(pageLanguages) as PageLanguage[];
  return { files, joined: new Map(languages.map((language) => [language, joinedSite(files, language)])) };
}

function joinedSite(files: SiteFiles, language: PageLanguage): JoinedSite {
  const map = importMap('', language);
  const joined = joinSite(files, map);
  const { inOrder } = moduleGraph(joined, map.imports);
  const modules = (page?: PageName) => inOrder(['/page/app.ts', ...(page ? [`/page/pages/${page}.ts`] : [])]);
  return {
    files: joined,
    version: versionOf(joined),
    modulesOf: new Map([undefined, ...pageNames].map((page) => [page, modules(page)])),
  };
}

function versionOf(files: SiteFiles): string {
  const hash = createHash('sha256');
  for (const [path, { bytes }] of files) hash.update(path).update(bytes);
  return hash.digest('base64url').slice(0, 12);
}
