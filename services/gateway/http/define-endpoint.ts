import type { ServerResponse } from 'node:http';
import type { Open, RequestCompleted } from '@styling/contracts';
import type { EndpointDeclaration, HttpRequest, Share, Turn } from '@styling/http';
import type { z } from 'zod';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../keys/authenticate.ts';

/** One authenticated request to an endpoint. */
export type Call = {
  readonly gateway: Gateway;
  readonly endpoint: Pick<EndpointDeclaration, 'id' | 'path' | 'counted'>;
  readonly request: HttpRequest;
  readonly request_id: string;
  readonly received_at: Date;
  readonly response: ServerResponse;
  /** Released when the handler has ended and the client has received the response, or disconnected. */
  readonly held: DisposableStack;
  /** What the body occupies of the gateway's capacity. */
  readonly memory: Share;
  readonly caller: Caller;
  /** The user's turn, of those in `held`; that of a counted request ends when its images are stored. */
  turn?: Turn;
  /** Set once the request is admitted: from then on its terminal event is not the frame's to publish. */
  admitted: boolean;
  /** Set when an earlier request with the same `Idempotency-Key` completed: its terminal event. */
  replayed?: RequestCompleted['data'];
  /** Headers of the response, whatever its status. */
  headers: Readonly<Record<string, string>>;
};

/** What an endpoint does: it returns the body of a 200, or throws an error with a public code. */
type Handling<Result> =
  | { readonly isPublic?: false; readonly handle: (call: Call) => Promise<Result> }
  | { readonly isPublic: true; readonly handle: (gateway: Gateway) => Promise<Result> };

/** An endpoint: everything about it in one place. */
export type Endpoint<Body extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> = Omit<
  EndpointDeclaration<Body, Response>,
  'isPublic'
> &
  Handling<Open<z.output<Response>>>;

/** Declares an endpoint; router, OpenAPI document, usage names and the README's table derive from the declaration. */
export const defineEndpoint = <Body extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Body, Response>,
): Endpoint<Body, Response> => endpoint;
