import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, PictureError, TimeoutError } from '../errors.ts';
import type { Job } from '../generated/types.gen.ts';
import { UsageError } from './command.ts';
import { allCommands } from './help.ts';
import { garmentOf, selfieOf } from './make.ts';
import { fileNames } from './print-result.ts';
import { progressLine, reportError } from './report.ts';
import { runCommandLine } from './run-command-line.ts';

async function run(
  args: string[],
  env: Record<string, string> = { STYLING_API_KEY: 'iss_1', STYLING_URL: 'http://127.0.0.1:1' },
) {
  const written = { out: '', err: '' };
  const code = await runCommandLine(args, {
    env,
    version: '1.2.3',
    isTerminal: false,
    input: () => Readable.from([]),
    signal: new AbortController().signal,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
  });
  return { code, ...written };
}

describe('the command line', () => {
  it.each([
    [['dance'], 'there is no command dance'],
    [['try-on'], 'SELFIE is missing'],
    [['try-on', 'me.jpg'], 'GARMENT is missing'],
    [['try-on', 'me.jpg', 'a coat', '--mode', 'beach'], '--mode must be one of'],
    [['try-on', 'me.jpg', 'a coat', '--variants', '9'], '--variants must be a whole number from 1 to 4'],
    [['try-on', '--colour', 'red'], "Unknown option '--colour'"],
    [['analyze'], 'PICTURE or IMAGE_ID is missing'],
    [['jobs', 'dance'], 'jobs has no action dance'],
    [['jobs', '--status', 'lost'], '--status must be one of'],
    [['images', 'download', 'img_1'], '-o FILE is missing'],
    [['events', 'dance'], 'events has no action dance'],
    [['events', '--limit', 'all'], '--limit must be a whole number from 0 to 10000'],
    [['webhooks', 'rotate', 'whk_1', '--overlap', ''], '--overlap must be a whole number from 0 to 604800'],
    [['webhooks', 'dance'], 'webhooks has no action dance'],
    [['webhooks', 'create'], 'ADDRESS is missing'],
    [['webhooks', 'redeliver', 'whk_1'], 'DELIVERY_ID is missing'],
    [['webhooks', 'recover', 'whk_1'], '--since TIME is missing'],
    [['webhooks', 'deliveries', 'whk_1', '--status', 'lost'], '--status must be one of'],
    [['listen', '--forward-to', 'localhost:3000'], '--forward-to must be an http or https address'],
    [['listen', '--secret', 'whsec_'], '--secret must be whsec_ and base64'],
    [['usage', '--timeout', '0'], '--timeout must be'],
    [['completion', 'tcsh'], 'completion takes a shell'],
  ])('given %j, then what is wrong with it', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`styling: ${message}`);
  });

  it('given no key or no address, then it names the variable', async () => {
    expect(await run(['usage'], {})).toMatchObject({ code: 2, err: 'styling: STYLING_API_KEY is not set\n' });
    const { code, err } = await run(['usage'], { STYLING_API_KEY: 'iss_1', STYLING_URL: 'styling' });
    expect([code, err]).toEqual([2, 'styling: STYLING_URL must be an http or https address\n']);
  });

  it('given a selfie that is not there, then it says so, as JSON if asked', async () => {
    expect(await run(['try-on', '/nowhere.jpg', 'a coat'])).toMatchObject({
      code: 1,
      err: 'styling: /nowhere.jpg does not exist\n',
    });
    const { err } = await run(['try-on', '/nowhere.jpg', 'a coat', '--json']);
    expect(JSON.parse(err)).toEqual({ error: '/nowhere.jpg does not exist' });
  });

  it('given --help and --version, then help of everything', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const { name } of allCommands) {
      expect(out).toContain(`\n  ${name} `);
      expect((await run([name, '--help'])).out).toContain(`usage: styling ${name}`);
    }
    expect(await run(['--version'])).toMatchObject({ code: 0, out: '1.2.3\n' });
  });
});

describe('arguments', () => {
  it('given ids, addresses, paths and words, then they are told apart', () => {
    expect(selfieOf('ast_0a')).toEqual({ asset_id: 'ast_0a' });
    expect(selfieOf('img_0a')).toEqual({ image_id: 'img_0a' });
    expect(selfieOf('me.jpg')).toBe('me.jpg');
    expect(garmentOf('ast_0a')).toEqual({ picture: { asset_id: 'ast_0a' } });
    expect(garmentOf('coat.JPG')).toEqual({ picture: 'coat.JPG' });
    expect(garmentOf('https://x.example/coat')).toEqual({ picture: 'https://x.example/coat' });
    expect(garmentOf('a camel coat')).toBe('a camel coat');
  });

  it('given several pictures, then each has a file of its own', () => {
    expect(fileNames('a.b/out.jpg', 1)).toEqual(['a.b/out.jpg']);
    expect(fileNames('a.b/out.jpg', 2)).toEqual(['a.b/out-1.jpg', 'a.b/out-2.jpg']);
    expect(fileNames('out', 2)).toEqual(['out-1', 'out-2']);
  });
});

describe('how it ends', () => {
  const tooMany = {
    status: 429,
    body: { error: 'Daily …', limit: 20, remaining: 0, reset: '2026-01-03T00:00:00.000Z' },
  };
  const noPerson = {
    status: 400,
    body: { error: 'selfie_base64 must show a person', code: 'no_person' },
    requestId: 'req_1',
  };

  const notFetched = {
    status: 400,
    body: { error: 'image_url could not be fetched', code: 'unreachable_url', details: 'the server answered 404' },
  };

  it.each([
    [new ApiError(noPerson), 1, 'selfie_base64 must show a person (no_person, req_1)'],
    [new ApiError(notFetched), 1, 'image_url could not be fetched: the server answered 404 (unreachable_url)'],
    [new PictureError('me.jpg does not exist'), 1, 'me.jpg does not exist'],
    [new UsageError('-o FILE is missing'), 2, '-o FILE is missing'],
    [new ApiError(tooMany), 3, 'Daily … (daily_limit)\nthe next day begins at 2026-01-03T00:00:00.000Z'],
    [new TimeoutError('no response within 1 s'), 4, 'no response within 1 s'],
    [
      new ConnectionError('http://x did not respond', { jobId: 'req_1' }),
      4,
      'http://x did not respond\nthe job goes on: styling jobs response req_1',
    ],
  ])('given %s, then exit code %i', (error, code, text) => {
    expect(reportError(error, false)).toMatchObject({ code, text });
    expect(reportError(error, true)).toMatchObject({ code: 130, text: 'interrupted' });
  });
});

describe('progress', () => {
  const job = { job_id: 'req_1', status: 'running', progress: { stage: 'finding_person', fraction: 0.256 } } as Job;
  const shown = (isTerminal: boolean) => {
    let text = '';
    const line = progressLine({
      isTerminal,
      write: (more) => {
        text += more;
      },
    });
    for (const next of [{ ...job, status: 'queued' as const }, job, job, { ...job, progress: null }]) line.show(next);
    line.end();
    return text;
  };

  it('given a terminal, then one line that changes and is gone at the end, else a line for each status', () => {
    const clear = '\r\x1b[K';
    expect(shown(true)).toBe(`${clear}req_1 queued${clear}req_1 finding person 26 %${clear}req_1 running${clear}`);
    expect(shown(false)).toBe('req_1 queued\nreq_1 running\n');
  });
});
