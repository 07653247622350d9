import { connect } from 'node:net';
import { connectObjectStore } from '@styling/objectstore';
import { Client } from 'undici';

export type Noise = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  /** `repeat` as fast as answered; `not read`: sent once; `not finish`: sent but for the end. */
  readonly does: 'repeat' | 'not read' | 'not finish';
};

let stopping: (() => Promise<unknown>) | undefined;

/** Starts a noise, until {@link stop}. */
export function start(noise: Noise): void {
  const each = noise.does === 'repeat' ? repeat : sendOnce;
  const started = Array.from({ length: noise.connections }, () => each(noise));
  stopping = () => Promise.all(started.map((end) => end()));
}

/** Ends the noise. */
export const stop = async (): Promise<void> => void (await stopping?.());

/** Makes an object of the store as large as `bytes`. */
export async function enlarge(S3_ENDPOINT: string, S3_BUCKET: string, object: string, bytes: number): Promise<void> {
  const store = connectObjectStore({ S3_ENDPOINT, S3_BUCKET, AWS_REGION: 'us-east-1' });
  await store.put(object, Buffer.alloc(bytes), 'image/jpeg');
  store.close();
}

function repeat({ url, method, path, headers, body = '' }: Noise): () => Promise<void> {
  const client = new Client(url, { headersTimeout: 60_000 });
  let isOver = false;
  const run = async () => {
    while (!isOver) await (await client.request({ method, path, headers, body })).body.dump();
  };
  const running = run();
  running.catch(() => {});
  return async () => {
    isOver = true;
    await running;
    await client.close();
  };
}

function sendOnce({ url, method, path, headers, body = '', does }: Noise): () => Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  const length = body.length + (does === 'not finish' ? 1 : 0);
  const all = { host: hostname, 'content-length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return async () => void socket.destroy();
}
