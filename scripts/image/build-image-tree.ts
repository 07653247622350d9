import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { assignments, type Instruction, parseDockerfile, type Stage } from './dockerfile.ts';
import { ignoredByDocker } from './ignored-by-docker.ts';

/** What a Dockerfile leaves: a folder that stands for `/`, and how a container of it is started. */
export type ImageTree = {
  /** Stands for the image's `/`, without what the base image brings. */
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
};

/**
 * Carries out a Dockerfile without docker: each stage in a folder of its own below `into`, `COPY` from the context as
 * `.dockerignore` lets it, `RUN` by `sh -c` in the stage's work folder with this machine's Node and npm.
 *
 * @throws Error of the instruction that fails
 */
export async function buildImageTree(contextDir: string, dockerfile: string, into: string): Promise<ImageTree> {
  const isIgnored = ignoredByDocker(await readFile(join(contextDir, '.dockerignore'), 'utf8'));
  const stages = parseDockerfile(await readFile(join(contextDir, dockerfile), 'utf8'));
  const built = new Map<string, string>();
  for (const stage of stages) {
    const root = join(into, stage.name);
    await mkdir(root, { recursive: true });
    built.set(stage.name, root);
    let workdir = '/';
    for (const instruction of stage.instructions) {
      if (instruction.keyword === 'WORKDIR') workdir = resolve(workdir, instruction.rest);
      await mkdir(join(root, workdir), { recursive: true });
      if (instruction.keyword === 'RUN') await run(instruction.rest, join(root, workdir));
      if (instruction.keyword === 'COPY') await copy(instruction, contextDir, isIgnored, built, root, workdir);
    }
  }
  const last = stages.at(-1);
  if (!last) throw new Error('Dockerfile: no stage');
  return { root: join(into, last.name), ...startOf(last) };
}

async function run(command: string, cwd: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', command], { cwd, maxBuffer: 64 * 1024 * 1024 }).catch((cause) => {
    throw new Error(`RUN ${command} failed: ${String(cause.stderr ?? cause.message).slice(-500)}`, { cause });
  });
}

async function copy(
  { flags, rest }: Instruction,
  contextDir: string,
  isIgnored: (path: string) => boolean,
  built: ReadonlyMap<string, string>,
  root: string,
  workdir: string,
): Promise<void> {
  const words = rest.split(/\s+/);
  const target = words.pop() ?? '';
  const destination = join(root, resolve(workdir, target));
  const sourceRoot = flags.from === undefined ? contextDir : built.get(flags.from);
  if (sourceRoot === undefined) throw new Error(`COPY --from=${flags.from}: no such stage`);
  for (const word of words) {
    const source = join(sourceRoot, word);
    if (flags.from !== undefined) {
      // Hundreds of megabytes that nobody changes afterwards: hard links do.
      await promisify(execFile)('cp', ['-al', `${source}/.`, destination]);
      continue;
    }
    const isFolder = (await stat(source)).isDirectory();
    await cp(source, !isFolder && target.endsWith('/') ? join(destination, basename(word)) : destination, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isIgnored(relative(contextDir, path)),
    });
  }
}

function startOf({ instructions }: Stage): Omit<ImageTree, 'root'> {
  const all = (keyword: string) => instructions.filter((one) => one.keyword === keyword).map(({ rest }) => rest);
  const list = (text = '[]'): string[] => JSON.parse(text.replace(/^.*?(?=\[)/s, ''));
  return {
    workdir: all('WORKDIR').at(-1) ?? '/',
    environment: Object.assign({}, ...all('ENV').map(assignments)),
    user: all('USER').at(-1) ?? 'root',
    labels: Object.assign({}, ...all('LABEL').map(assignments)),
    entrypoint: list(all('ENTRYPOINT').at(-1)),
    command: list(all('CMD').at(-1)),
    healthCheck: list(all('HEALTHCHECK').at(-1)),
  };
}
