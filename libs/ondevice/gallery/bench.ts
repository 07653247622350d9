import { loadavg } from 'node:os';
import { sharp } from '@styling/imaging';
import type { Engine } from '../engine.ts';
import { median } from '../pixels/statistics.ts';
import { sitters } from './photographs.ts';

/**
 * One line: the median time of pictures of 1024 pixels with a warm engine, one at a time, the CPU time per picture, and the
 * load of the machine: on a busy one only the CPU time is meaningful.
 */
export async function bench(engine: Engine, rounds = 5): Promise<string> {
  const selfie = await sharp(await sitters.hopper.load())
    .resize({ height: 1024 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const description = 'navy blazer with a white t-shirt';
  const times: number[] = [];
  const work: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    const used = process.cpuUsage();
    await engine.tryOn({ selfie, description, mode: 'model_shot' });
    if (round === 0) continue;
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    work.push((user + system) / 1000);
  }
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const load = loadavg()[0]!.toFixed(1);
  return `874 x 1024 px, jacket over t-shirt, warm: median ${seconds(median(times))} s of ${rounds} (${times.map(seconds).join(', ')}), processor ${seconds(median(work))} s, load ${load}`;
}
