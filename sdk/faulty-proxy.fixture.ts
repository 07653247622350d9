import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What happens to an exchange: the connection is lost before the request has arrived, or once the response is complete but not
 * sent, or in its middle, or, of a stream, after its first chunk; or the proxy responds itself.
 */
export type Fault =
  | 'before'
  | 'response'
  | 'half'
  | 'stream'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object };

/** An exchange: method, path without its query, and how many of the same have been before. */
export type Exchange = { readonly method: string; readonly path: string; readonly earlier: number };

/** A proxy in front of the service, which loses what a test says. */
export async function startFaultyProxy(target: string) {
  let faultOf: (exchange: Exchange) => Fault | undefined = () => undefined;
  let exchanges: string[] = [];
  let upstream = target;
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?');
    const name = `${incoming.method} ${path.replace(/(req|img|ast)_\w+/, ':id')}`;
    const earlier = exchanges.filter((exchange) => exchange === name).length;
    exchanges.push(name);
    const fault = faultOf({ method: String(incoming.method), path, earlier });
    void exchange(upstream, incoming, outgoing, fault).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** `POST /try_on_outfit`, `GET /jobs/:id`, …, since the faults were set. */
    exchanges: () => exchanges,
    /** Sets the faults from now on. */
    setFaults(wanted: typeof faultOf) {
      faultOf = wanted;
      exchanges = [];
    },
    /** Sends what comes from now on elsewhere. */
    setTarget(url: string) {
      upstream = url;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function exchange(target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | undefined) {
  const body = await buffer(incoming);
  if (typeof fault === 'object') {
    const { status, headers = {}, body = {} } = fault;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    return;
  }
  if (fault === 'before') return outgoing.destroy();
  const { method, headers, url } = incoming;
  const forwarded = request(target + url, { method, headers });
  outgoing.once('close', () => forwarded.destroy());
  forwarded.end(body);
  const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
  response.on('error', () => outgoing.destroy());
  if (fault === undefined) {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    return response.pipe(outgoing);
  }
  if (fault === 'stream') {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    const [chunk] = await once(response, 'data');
    return outgoing.write(chunk, () => outgoing.destroy());
  }
  const whole = await buffer(response);
  if (fault === 'response') return outgoing.destroy();
  outgoing.writeHead(response.statusCode ?? 502, response.headers);
  return outgoing.write(whole.subarray(0, whole.length / 2), () => outgoing.destroy());
}
