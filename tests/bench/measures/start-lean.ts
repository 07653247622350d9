import type { Bench } from '../bench.ts';

/** Starts {@link ../floors/lean/front.ts} and its worker on the servers of a rig. @returns where it takes orders */
export async function startLean(
  { host }: Pick<Bench, 'host'>,
  { environment }: Pick<Bench['rig'], 'environment'>,
): Promise<{ readonly url: string; readonly path: string }> {
  const [front, back] = [await host('floors/lean/front.ts'), await host('floors/lean/work.ts')];
  const url = await front.call<string>('start', 'LEAN', environment);
  await back.call('work', 'LEAN', environment);
  return { url, path: '/' };
}
