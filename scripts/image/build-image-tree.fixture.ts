import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import dockerignore from '@balena/dockerignore';
import { Copy, DockerfileParser, From, type Instruction, PropertyInstruction } from 'dockerfile-ast';

export type ImageTree = {
  /** The image's `/`, without the files of the base image. */
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
};

const exec = promisify(execFile);

/** Executes a Dockerfile without docker, with this machine's Node and npm, each stage in a folder below `into`. */
export async function buildImageTree(contextDir: string, dockerfile: string, into: string): Promise<ImageTree> {
  const ignored = dockerignore.default().add(await readFile(join(contextDir, '.dockerignore'), 'utf8'));
  const isIgnored = (path: string) => path !== '' && ignored.ignores(path);
  const stages = new Map<string, string>();
  let root = '';
  let stage: Instruction[] = [];
  for (const instruction of DockerfileParser.parse(
    await readFile(join(contextDir, dockerfile), 'utf8'),
  ).getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? String(stages.size);
      root = join(into, name);
      stages.set(name, root);
      stage = [];
    }
    if (root === '') continue;
    stage.push(instruction);
    const workdir = join(root, workdirOf(stage));
    await mkdir(workdir, { recursive: true });
    if (instruction.getKeyword() === 'RUN') await run(instruction.getRawArgumentsContent() ?? '', workdir);
    if (instruction instanceof Copy)
      await copy(instruction, { contextDir, isIgnored, stages, root, workdir: workdirOf(stage) });
  }
  if (root === '') throw new Error('Dockerfile: no stage');
  const last = (keyword: string) => stage.findLast((instruction) => instruction.getKeyword() === keyword);
  const list = (keyword: string): string[] =>
    JSON.parse(/\[.*\]/s.exec(last(keyword)?.getRawArgumentsContent() ?? '')?.[0] ?? '[]');
  return {
    root,
    workdir: workdirOf(stage),
    environment: propertiesOf(stage, 'ENV'),
    user: argumentsOf(last('USER'))[0] ?? 'root',
    labels: propertiesOf(stage, 'LABEL'),
    entrypoint: list('ENTRYPOINT'),
    healthCheck: list('HEALTHCHECK'),
  };
}

async function run(command: string, cwd: string): Promise<void> {
  await exec('sh', ['-c', command], { cwd, maxBuffer: 64 * 1024 * 1024 }).catch((cause) => {
    throw new Error(`RUN ${command} failed: ${String(cause.stderr ?? cause.message).slice(-500)}`, { cause });
  });
}

type CopyContext = {
  readonly contextDir: string;
  readonly isIgnored: (path: string) => boolean;
  readonly stages: ReadonlyMap<string, string>;
  readonly root: string;
  readonly workdir: string;
};

async function copy(instruction: Copy, { contextDir, isIgnored, stages, root, workdir }: CopyContext): Promise<void> {
  const paths = argumentsOf(instruction);
  const target = paths.pop() ?? '';
  const destination = join(root, resolve(workdir, target));
  const stage = instruction.getFromFlag()?.getValue();
  const sourceRoot = stage == null ? contextDir : stages.get(stage);
  if (sourceRoot === undefined) throw new Error(`COPY --from=${stage}: no such stage`);
  for (const path of paths) {
    const source = join(sourceRoot, path);
    if (sourceRoot !== contextDir) {
      // Hundreds of megabytes, not changed afterwards: hard links are enough.
      await exec('cp', ['-al', `${source}/.`, destination]);
      continue;
    }
    const intoFolder = !(await stat(source)).isDirectory() && target.endsWith('/');
    await cp(source, intoFolder ? join(destination, basename(path)) : destination, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isIgnored(relative(contextDir, file)),
    });
  }
}

const argumentsOf = (instruction?: Instruction): string[] =>
  instruction?.getExpandedArguments().map((argument) => argument.getValue()) ?? [];

const workdirOf = (stage: readonly Instruction[]): string =>
  resolve('/', ...stage.filter((one) => one.getKeyword() === 'WORKDIR').flatMap(argumentsOf));

const propertiesOf = (stage: readonly Instruction[], keyword: string): Record<string, string> =>
  Object.fromEntries(
    stage
      .filter((one) => one instanceof PropertyInstruction)
      .filter((one) => one.getKeyword() === keyword)
      .flatMap((one) => one.getProperties().map((property) => [property.getName(), property.getValue() ?? ''])),
  );
