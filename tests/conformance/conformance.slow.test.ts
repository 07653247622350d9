import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remarks, type Subject, startSubject } from './run-beside.fixture.ts';

// The suite as its users run it, against the embedded engine.

let subject: Subject;

beforeAll(async () => {
  subject = await startSubject();
});
afterAll(() => subject.stop(), 60_000);

describe('npm run conformance', () => {
  it('given a running system, then every row that can be run passes, and the others are named', async () => {
    const run = await subject.run(subject.apiUrl);
    const { failed, notRun } = remarks(run);
    expect(failed).toEqual([]);
    const bySetting = notRun.filter((name) => name.endsWith('must be a public address"'));
    const beyondReach = notRun.filter((name) => name.startsWith('Beyond a client’s reach'));
    const tooMuch = notRun.filter((name) => name.includes('at most 40 MB together'));
    expect([bySetting.length, beyondReach.length, tooMuch.length, notRun.length]).toEqual([4, 5, 1, 10]);
    expect(run.output).toMatch(/^[23]\d\d passed, 0 failed, 10 not run$/m);
    expect(run.code).toBe(0);
  });

  it('given a system that does not answer, then it says so and fails', async () => {
    const { code, output, errors } = await subject.run('http://127.0.0.1:1');
    expect(code).not.toBe(0);
    expect(output + errors).toContain('nothing answers at http://127.0.0.1:1');
  });

  it('given another machine and no keys, then it asks for them and fails', async () => {
    const { code, output, errors } = await subject.run('https://api.example.com');
    expect(code).not.toBe(0);
    expect(output + errors).toContain('set CONFORMANCE_KEY');
  });
});
