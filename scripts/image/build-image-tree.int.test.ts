import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildImageTree } from './build-image-tree.fixture.ts';

describe('given a context of a few files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'styling-tree-'));
    await mkdir(join(folder, 'src/private'), { recursive: true });
    await writeFile(join(folder, '.dockerignore'), '*\n!src\nsrc/private\n');
    await writeFile(join(folder, 'src/a.txt'), 'a');
    await writeFile(join(folder, 'src/private/key'), 'secret');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const build = async (...lines: string[]) => {
    await writeFile(join(folder, 'Dockerfile'), lines.join('\n'));
    return buildImageTree(folder, 'Dockerfile', join(folder, 'out'));
  };

  it('when it is built, then the last stage holds what was copied and made, and not what is ignored', async () => {
    const image = await build(
      'FROM x AS first',
      'WORKDIR /app',
      'COPY src src',
      'COPY src/a.txt other/',
      'RUN cat src/a.txt > made',
      'FROM x',
      'WORKDIR /srv',
      'COPY --from=first /app ./',
      'ENV A=1',
      'USER 7:7',
      'ENTRYPOINT ["node"]',
    );
    expect(image).toMatchObject({
      workdir: '/srv',
      environment: { A: '1' },
      user: '7:7',
      entrypoint: ['node'],
      command: [],
    });
    const at = (path: string) => join(image.root, image.workdir, path);
    for (const path of ['src/a.txt', 'other/a.txt', 'made']) expect(readFileSync(at(path), 'utf8')).toBe('a');
    expect(existsSync(at('src/private'))).toBe(false);
  });

  it.each([
    ['a command that fails', ['FROM x', 'RUN echo no >&2; false'], 'RUN echo no >&2; false failed: no'],
    ['a stage that there is not', ['FROM x', 'COPY --from=y / .'], 'COPY --from=y: no such stage'],
    ['a file that there is not', ['FROM x', 'COPY absent .'], 'ENOENT'],
    ['nothing', [], 'no stage'],
  ])('when it says %s, then that is refused', async (_, lines, reason) => {
    await expect(build(...lines)).rejects.toThrow(reason);
  });
});
