import { connectObjectStore } from '@styling/objectstore';
import { photo } from '@styling/testing/photos';
import { pino } from 'pino';
import { openEditor } from './models.ts';
import { openAiVariables } from './variables.ts';

/** One picture by a worker process; prints `made <width>` or an error code, and stays until it is killed. */
const { S3_ENDPOINT = '', S3_BUCKET = '', CHECKPOINT_PREFIX = '', ...environment } = process.env;
const store = connectObjectStore({ S3_ENDPOINT, S3_BUCKET, AWS_REGION: 'us-east-1' });
const log = pino({ level: 'silent' });
const editor = await openEditor(openAiVariables.parse(environment), { store, log, clock: () => new Date() });
const making = editor.generateImage(
  { prompt: 'a red coat', pictures: [{ bytes: await photo('grace-hopper.jpg'), field: 'selfie_base64' }] },
  {
    deadline: new Date(Date.now() + 30_000),
    signal: new AbortController().signal,
    checkpointPrefix: CHECKPOINT_PREFIX,
  },
);
console.log(
  await making.then(
    ({ width }) => `made ${width}`,
    ({ code }) => code,
  ),
);
setInterval(() => {}, 60_000);
