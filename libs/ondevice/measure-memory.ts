import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sharp } from '@styling/imaging';
import { openEngine } from './engine.ts';

// npm run engine-memory: resident memory in MB, of this process and the engine's, while an engine is opened, works and is idle, and how long a
// thread's first picture takes against a later one. Needs /proc.

const IDLE_SECONDS = 2;
const bare = resident();
const print = (what: string, megabytes: number) =>
  console.log(`${what.padEnd(34)}${String(megabytes).padStart(5)} MB  x${(megabytes / bare).toFixed(1)}`);
print('without an engine', bare);

const photograph = await readFile(new URL('../testing/photos/grace-hopper.jpg', import.meta.url));
const selfie = await sharp(photograph).resize({ height: 1024 }).jpeg().toBuffer();
const engine = await openEngine({ idleSeconds: IDLE_SECONDS });
print('opened', resident());

let most = 0;
const watching = setInterval(() => {
  most = Math.max(most, resident());
}, 20);
const order = { selfie, description: 'navy blazer with a white t-shirt', mode: 'model_shot' } as const;
const alone = async () => {
  const start = performance.now();
  await engine.tryOn(order);
  return (performance.now() - start) / 1000;
};
const first = await alone();
for (let round = 0; round < 3; round++)
  await Promise.all(Array.from({ length: engine.concurrency }, () => engine.tryOn(order)));
clearInterval(watching);
print(`peak, ${engine.concurrency} jobs of 1024 pixels`, most);
print('after work', resident());
const later = await alone();
console.log(
  `first picture of a thread, x${(first / later).toFixed(1)} the seconds of a later one: ${first.toFixed(1)}, ${later.toFixed(1)}`,
);
await pause(IDLE_SECONDS * 1000 + 6000);
print('idle', resident());
await engine.close();

/** Resident megabytes of this process and those that it started: the engine works in one of the latter. Of /proc (proc(5)), in pages. */
function resident(): number {
  const read = (name: string) => readFileSync(`/proc/${name}`, 'utf8').trim().split(' ');
  const own = String(process.pid);
  const children = read(`${own}/task/${own}/children`).filter(Boolean);
  const pages = [own, ...children].map((pid) => Number(read(`${pid}/statm`)[1]));
  return Math.round((pages.reduce((sum, one) => sum + one, 0) * 4096) / 1e6);
}
