import { type ServiceName, serviceOf } from '@styling/contracts';
import type { Random } from '../random.ts';
import { LINKS, type LinkName } from '../system/replica.ts';

/** One fault: starts `at` ms after the mix and lasts `lastsMs`. */
export type Fault = { readonly at: number; readonly lastsMs: number } & (
  | { readonly kind: 'kill' | 'pause' | 'restart'; readonly target: string }
  | { readonly kind: 'clock'; readonly target: string; readonly ms: number }
  | { readonly kind: 'slow'; readonly target: string; readonly link: LinkName; readonly ms: number }
  | { readonly kind: 'cut' | 'held' | 'full'; readonly target: string; readonly link: LinkName }
  | { readonly kind: 'kill server'; readonly target: LinkName }
);

const FREQUENCIES = { kill: 2, pause: 2, restart: 1, clock: 1, slow: 2, cut: 2, held: 1, full: 1, 'kill server': 1 };
const KINDS = Object.entries(FREQUENCIES).flatMap(([kind, times]) => Array(times).fill(kind) as Fault['kind'][]);

/** Pause between two faults of one target. */
const RECOVERY_MS = 1_500;

/**
 * The faults of a mix, determined by `random` alone. Some overlap, but never two of one target.
 * @param targets names of the replicas
 */
export function planFaults(random: Random, targets: readonly string[], totalMs: number): Fault[] {
  const faults: Fault[] = [];
  const busyUntil = new Map<string, number>();
  for (let at = 500; ; at += random.between(300, 1_800)) {
    const fault = oneFault(random, targets, at);
    if (at + fault.lastsMs > totalMs) return faults;
    if ((busyUntil.get(fault.target) ?? 0) > at) continue;
    busyUntil.set(fault.target, at + fault.lastsMs + RECOVERY_MS);
    faults.push(fault);
  }
}

function oneFault(random: Random, targets: readonly string[], at: number): Fault {
  const kind = random.choose(KINDS);
  const target = random.choose(targets);
  const lastsMs = random.between(300, 4_000);
  const { schema, objectStore } = serviceOf(target.split('-')[0] as ServiceName);
  const link = () =>
    random.choose(LINKS.filter((name) => name === 'nats' || (name === 'postgres' ? schema : objectStore)));
  switch (kind) {
    case 'kill server':
      return { at, kind, target: random.choose(LINKS), lastsMs: random.between(200, 2_500) };
    case 'clock':
      return { at, kind, target, lastsMs, ms: random.between(-20_000, 20_000) };
    case 'slow':
      return { at, kind, target, lastsMs, link: link(), ms: random.between(20, 400) };
    case 'full':
      return objectStore
        ? { at, kind, target, lastsMs, link: 'store' }
        : { at, kind: 'cut', target, lastsMs, link: 'postgres' };
    case 'cut':
    case 'held':
      return { at, kind, target, lastsMs, link: link() };
    default:
      return { at, kind, target, lastsMs };
  }
}

/** One line for the report. */
export function faultInWords(fault: Fault): string {
  const link = 'link' in fault ? ` ${fault.link}` : '';
  const ms = 'ms' in fault ? ` ${fault.ms} ms` : '';
  return `${(fault.at / 1000).toFixed(1)} s: ${fault.kind}${ms} ${fault.target}${link} for ${(fault.lastsMs / 1000).toFixed(1)} s`;
}
