import { loadavg } from 'node:os';
import { sharp } from '@styling/imaging';
import { type Engine, openEngine } from '../engine.ts';
import { median } from '../pixels/statistics.ts';
import { processUsage } from '../process-usage.ts';
import type { TryOnRequest } from '../try-on.ts';
import { sitters } from './photographs.ts';

const seconds = (ms: number) => (ms / 1000).toFixed(2);

/**
 * Two lines, for an order with a description and one with a worn reference: the median time of pictures of 1024 pixels with a warm engine,
 * one at a time, with one thread and with an idle second one, in turns; the CPU time with one thread. Then the load of the machine: on a
 * busy one only the CPU time is meaningful.
 */
export async function bench(rounds = 5): Promise<string> {
  const selfie = await sharp(await sitters.hopper.load())
    .resize({ height: 1024 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const described = { selfie, description: 'navy blazer with a white t-shirt', mode: 'model_shot' } as const;
  const referred = { selfie, description: '', reference: await sitters.astronaut.load(), mode: 'model_shot' } as const;
  const engines = [
    await openEngine({ threads: 1, idleSeconds: 600 }),
    await openEngine({ threads: 2, idleSeconds: 600 }),
  ];
  try {
    const lines = [
      await compare('jacket over t-shirt', engines, described, rounds),
      await compare('worn reference', engines, referred, rounds),
    ];
    return [...lines, `874 x 1024 px, warm, load ${loadavg()[0]!.toFixed(1)}`].join('\n');
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

async function compare(name: string, engines: readonly Engine[], request: TryOnRequest, rounds: number) {
  const times = engines.map((): number[] => []);
  const work: number[] = [];
  for (let round = -1; round < rounds; round++)
    for (const [k, engine] of engines.entries()) {
      const start = performance.now();
      const used = processUsage().processorSeconds;
      await engine.tryOn(request);
      if (round < 0) continue;
      times[k]!.push(performance.now() - start);
      if (k === 0) work.push((processUsage().processorSeconds - used) * 1000);
    }
  const [alone, shared] = times.map(median) as [number, number];
  const each = times.map((list) => list.map(seconds).join(', ')).join('; ');
  return `${name}: ${seconds(alone)} s (processor ${seconds(median(work))} s), with an idle thread ${seconds(shared)} s, x ${(shared / alone).toFixed(2)} (${each})`;
}
