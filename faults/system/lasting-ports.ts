import { randomInt } from 'node:crypto';
import { portIsFree } from '@styling/local-stack';

/** Below the ports that systems give to outgoing connections: those could take one while its server is away. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const TRIES = 1_000;
const given = new Set<number>();

/** `count` different ports that nobody listens on, and that stay ours while what listens on them is killed and away. */
export async function lastingPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === TRIES) throw new Error(`no ${count} free ports from ${LOWEST} to ${HIGHEST}`);
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port) || !(await portIsFree(port, ['::', '127.0.0.1']))) continue;
    given.add(port);
    ports.push(port);
  }
  return ports;
}

/** One of them. */
export async function lastingPort(): Promise<number> {
  const [port] = await lastingPorts(1);
  return port as number;
}
