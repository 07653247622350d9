import { connect } from 'node:net';

/** One answer as it came over the wire; names of headers in lower case. */
export type RawAnswer = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** Answers on a connection, and what else came before the server closed it. */
export type Exchange = { answers: RawAnswer[]; rest: string };

/** Longest wait for the server to close the connection, in ms. */
const PATIENCE_MS = 15_000;

/**
 * Sends bytes that no well-behaved client would, and reads all answers until the server closes the connection.
 *
 * @param options.halfClose also ends the client's side after the bytes, as one does that gives up while sending
 * @param options.bodiless whether answers have no body, as those to HEAD
 * @throws Error when the server leaves the connection open
 */
export async function exchange(
  port: number,
  bytes: Buffer,
  options: { halfClose?: boolean; bodiless?: boolean } = {},
): Promise<Exchange> {
  const received: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the server neither answered nor closed the connection'));
    }, PATIENCE_MS);
    socket.on('data', (chunk) => received.push(chunk));
    // A server that closes on bytes which it did not read resets the connection; what it said before counts.
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    if (options.halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
  return answersIn(Buffer.concat(received).toString(), options.bodiless ?? false);
}

function answersIn(text: string, bodiless: boolean): Exchange {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...fields] = rest.slice(0, Math.max(0, end)).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    if (end < 0 || !status) return { answers, rest };
    const headers = new Map(fields.map((field) => split(field, ': ')));
    rest = rest.slice(end + 4);
    if (status < 200) continue;
    // An unreadable request is refused with a body, also if its method was meant to be HEAD.
    const length = bodiless && !rest.startsWith('{') ? 0 : Number(headers.get('content-length'));
    answers.push({ status, headers, body: Buffer.from(rest).toString('utf8', 0, length) });
    rest = Buffer.from(rest).toString('utf8', length);
  }
}

const split = (field: string, by: string): [string, string] => {
  const at = field.indexOf(by);
  return [field.slice(0, at).toLowerCase(), field.slice(at + by.length)];
};
