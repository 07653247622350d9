import { parseArgs } from 'node:util';
import { runBench } from './run-bench.ts';

// `npm run bench -- [--only <measure>,…] [--long] [--rounds <n>] [--seconds <n>] [--out <file>]`
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.7' },
    out: { type: 'string' },
  },
});
const { PATH = '', HOME = '', NODE_OPTIONS } = process.env;
const base = { PATH, HOME, ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) };
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds), long: values.long };
process.exitCode = await runBench(effort, {
  base,
  ...(values.only ? { only: values.only.split(',') } : {}),
  ...(values.out ? { out: values.out } : {}),
});
