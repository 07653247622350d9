import { describe, expect, it } from 'vitest';
import { millisecondsOf, nameOf } from './processor-time.ts';

describe('processor time', () => {
  it('is user and system time, with that of children that have ended, whatever the program is called', () => {
    expect(millisecondsOf('7 (a ) b) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 30 10 20 0 11 0')).toBe(3400);
  });

  it.each([
    ['/a/nats-server -c /b/nats.conf', 'NATS'],
    ['postgres: checkpointer ', 'Postgres'],
    ['/n/node --import=file:///r/probe.ts /r/services/images/main.ts', 'images'],
    ['/n/node --import=file:///r/probe.ts /r/bench/instant-tryon/main.ts', 'tryon'],
    ['/n/node /r/bench/rig/host.ts /r/bench/rig/object-store.ts', 'object store'],
    ['/n/node /r/bench/rig/host.ts /r/bench/rig/otlp-sink.ts', 'collector'],
    ['/n/node /r/bench/start.ts', 'node'],
  ])('names %s', (commandLine, name) => {
    expect(nameOf(commandLine)).toBe(name);
  });
});
