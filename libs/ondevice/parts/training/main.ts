import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { fetchPhotographs } from '../../gallery/strangers/fetch.ts';
import { trainingPhotographs } from './training-photographs.ts';
import { taskOf } from './training-task.ts';

// npm run train-parts -- [--only tune | portraits] [--cross-validate | --out FOLDER]: trains the classifiers of parts and of people with the
// labelled photographs and writes their weights, or measures on photographs left out how well they do.

const task = taskOf(process.argv.slice(2), pathToFileURL(`${process.cwd()}/`));
const photographs = trainingPhotographs().filter(({ set }) => task.only === undefined || set === task.only);
await fetchPhotographs(
  photographs.map(({ photograph }) => photograph),
  console.log,
);
await mkdir(new URL(task.out), { recursive: true });
const started = performance.now();
await once(new Worker(new URL('train-worker.ts', import.meta.url), { workerData: { photographs, task } }), 'exit');
console.log(
  `${task.crossValidate ? 'measured' : `wrote ${task.out}`} in ${Math.round((performance.now() - started) / 1000)} s`,
);
