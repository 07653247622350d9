/** One instruction of a Dockerfile, with variables of `ARG` and `ENV` replaced except in what a shell will read. */
export type Instruction = {
  readonly keyword: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
};

/** What begins with a `FROM`. */
export type Stage = { readonly name: string; readonly base: string; readonly instructions: readonly Instruction[] };

const KEYWORDS = [
  'ARG',
  'LABEL',
  'ENV',
  'WORKDIR',
  'COPY',
  'RUN',
  'USER',
  'EXPOSE',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
];
/** A shell or the running process replaces variables in these, not the builder. */
const VERBATIM = ['RUN', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'];

/**
 * Reads the part of the Dockerfile language that this repository uses: see docs.docker.com/reference/dockerfile.
 *
 * @throws Error naming the line, for an instruction that is not known here
 */
export function parseDockerfile(text: string): Stage[] {
  const variables: Record<string, string> = {};
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const line of logicalLines(text)) {
    const [, keyword = '', afterKeyword = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
    const written = VERBATIM.includes(keyword) ? afterKeyword : expand(afterKeyword, variables);
    if (keyword === 'FROM') {
      const [base = '', as, name] = written.split(/\s+/);
      stages.push({ base, name: as?.toUpperCase() === 'AS' && name ? name : String(stages.length), instructions: [] });
      continue;
    }
    if (!KEYWORDS.includes(keyword)) throw new Error(`Dockerfile: cannot read "${line.slice(0, 60)}"`);
    const { flags, rest } = takeFlags(written);
    if (keyword === 'ARG' || keyword === 'ENV') Object.assign(variables, assignments(rest));
    const stage = stages.at(-1);
    if (stage) stage.instructions.push({ keyword, flags, rest });
    else if (keyword !== 'ARG') throw new Error(`Dockerfile: ${keyword} before the first FROM`);
  }
  return stages;
}

/** `A=1 B="two words"` as an object. */
export function assignments(text: string): Record<string, string> {
  const found = text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries([...found].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

function logicalLines(text: string): string[] {
  const withoutComments = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const lines = withoutComments.join('\n').replace(/\\\n/g, ' ').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const expand = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`Dockerfile: ${name} is not set`);
    return value;
  });

function takeFlags(text: string): { flags: Record<string, string>; rest: string } {
  const flags: Record<string, string> = {};
  const rest = text.replace(/^(--[\w-]+=\S+\s+)+/, (found) => {
    for (const [, name = '', value = ''] of found.matchAll(/--([\w-]+)=(\S+)/g)) flags[name] = value;
    return '';
  });
  return { flags, rest };
}
