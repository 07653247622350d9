import { type ImportSpecifier, parse } from 'es-module-lexer/js';

/** A module as the body of a function that returns what the module exports. */
export type ModuleParts = {
  readonly body: string;
  /** Members of an object literal, e.g. `PortalIcon`, `html: x`, `...module$3`. */
  readonly members: readonly string[];
};

/** How a module names what it imports; all by the specifier in its source. */
export type Names = {
  /** A variable that holds the exports of the imported module. */
  readonly moduleOf: (specifier: string) => string;
  /** The address of a dynamic import, as seen from where the body will be. */
  readonly addressOf: (specifier: string) => string;
  /** An expression with the `url` of the module. */
  readonly meta: string;
};

/** In place of the position of a dynamic import. */
const STATIC = -1;
const IMPORT_META = -2;

/** Whether it is an import or export statement, and neither `import()` nor `import.meta`. */
export const isStatic = ({ d }: Pick<ImportSpecifier, 'd'>): boolean => d === STATIC;

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * Rewrites the imports and exports of a module, so that its code can be a function. What it exports is read once it has run: there are
 * no cycles, and nothing that is exported is assigned later.
 *
 * @throws Error of a default import or export, which are not written here
 */
export function moduleParts(source: string, names: Names): ModuleParts {
  const [imports, exports] = parse(source);
  const edits: Edit[] = [];
  const members: string[] = [];
  const statements = imports.filter(isStatic);
  for (const one of statements) {
    const { text, exported } = importOf(source, one, names);
    edits.push({ start: one.ss, end: one.se, text });
    members.push(...exported);
  }
  for (const { d, n, s, e, ss, se } of imports) {
    if (d === IMPORT_META) edits.push({ start: ss, end: se, text: names.meta });
    if (d >= 0 && n !== undefined) edits.push({ start: s, end: e, text: JSON.stringify(names.addressOf(n)) });
  }
  // The mark of a module that exports nothing, which the lexer does not report; compilers write it last.
  const mark = /\bexport\s*\{\s*\};?\s*$/.exec(source);
  if (mark) edits.push({ start: mark.index, end: source.length, text: '' });
  const removed = new Set<number>();
  for (const { n, ln, s } of exports) {
    if (statements.some(({ ss, se }) => ss <= s && s < se)) continue;
    if (ln === undefined) throw new Error(`export ${n}: not a name`);
    members.push(n === ln ? n : `${n}: ${ln}`);
    const before = source.slice(0, s);
    const list = /\bexport\s*\{[^{}]*$/.exec(before);
    const keyword = /\bexport\s+(?=(?:const|let|var|class|function\*?|async\s+function\*?)\s+$)/.exec(before);
    const start = (list ?? keyword)?.index;
    if (start === undefined) throw new Error(`export ${n}: not a declaration`);
    if (removed.has(start)) continue;
    removed.add(start);
    const end = list ? source.indexOf('}', s) + 1 : start + (keyword?.[0].length ?? 0);
    edits.push({ start, end, text: '' });
  }
  return { body: edited(source, edits), members };
}

/** A static import, or an export of what another module exports. */
function importOf(source: string, { n = '', s, ss }: ImportSpecifier, { moduleOf }: Names) {
  const name = moduleOf(n);
  const [, keyword, clause = ''] =
    /^(import|export)\s*([\s\S]*?)\s*(?:\bfrom)?\s*['"]$/.exec(source.slice(ss, s)) ?? [];
  const [, list] = /^\{([\s\S]*)\}$/.exec(clause) ?? [];
  const [, all] = /^\*\s*as\s+(\S+)$/.exec(clause) ?? [];
  if (keyword === 'import' && clause === '') return { text: '', exported: [] };
  if (keyword === 'import' && list !== undefined) {
    return { text: `const {${list.replace(/\s+as\s+/g, ': ')}} = ${name};`, exported: [] };
  }
  if (keyword === 'import' && all !== undefined) return { text: `const ${all} = ${name};`, exported: [] };
  if (keyword === 'export' && clause === '*') return { text: '', exported: [`...${name}`] };
  if (keyword === 'export' && list !== undefined) {
    const exported = list.split(',').flatMap((each) => {
      const [from = '', to = from] = each.trim().split(/\s+as\s+/);
      return from === '' ? [] : [`${to}: ${name}.${from}`];
    });
    return { text: '', exported };
  }
  throw new Error(`${keyword} ${clause} from ${n}: not supported`);
}

function edited(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}
