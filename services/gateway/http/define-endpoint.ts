import type { ServerResponse } from 'node:http';
import type { Capability, Open, RequestCompleted } from '@styling/contracts';
import type { BodyCount, EndpointDeclaration, HttpRequest, Turn } from '@styling/http';
import type { z } from 'zod';
import type { Gateway } from '../gateway.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { Caller } from '../keys/authenticate.ts';

export type Call = {
  readonly gateway: Gateway;
  readonly endpoint: Pick<EndpointDeclaration, 'id' | 'path' | 'isPolled'>;
  readonly request: HttpRequest;
  readonly request_id: string;
  readonly received_at: Date;
  readonly response: ServerResponse;
  /** Released when the handler has ended and the client has received the response, or disconnected. */
  readonly held: DisposableStack;
  /** Its place among the gateway's requests in progress; one that only waits gives it back. */
  readonly place: Disposable;
  /** The body's share of the gateway's capacity and of the user's turns. */
  readonly memory: BodyCount & Disposable;
  /** Maximum bytes of the body besides its images. */
  readonly maxFieldBytes: number;
  readonly caller: Caller;
  /** Whether a page of the portal only reads something to show it. */
  readonly isPageView: boolean;
  /** The user's turn, of those in `held`; that of a counted request ends when its images are stored. */
  turn?: Turn;
  /** Set once the request is admitted: from then on its terminal event is not the frame's to publish. */
  admitted: boolean;
  /** Status of the response, unless it is an error. */
  status: number;
  headers: Readonly<Record<string, string>>;
};

export type Submission<Fields extends object = object> = {
  readonly capability: Capability;
  /** A contract with the capability, e.g. `TryOnInput`. */
  readonly fields: Fields;
  readonly pictures?: Readonly<Record<string, Uint8Array>>;
  /** Number of images to reserve names for. */
  readonly images: number;
  /** Cost, in requests of the day; default 1. */
  readonly cost?: number;
};

/** A counted endpoint reads a request, and builds the body of its response, at once or when it is returned again. */
export type Counted<Result = unknown> = {
  readonly isPublic?: false;
  readonly counted: true;
  /** Parses the body. @throws ServiceError of the first error in it */
  readonly submission: (call: Call) => Promise<Submission>;
  /** The body of the 200 of a request that succeeded, from its terminal event. */
  readonly answer: (gateway: Gateway, completed: RequestCompleted['data']) => Promise<Result>;
};

/** An object whose first member is a list that is read and sent page by page, so that a page is in memory and not the list. */
export class PagedList {
  readonly #name: string;
  readonly #pages: AsyncIterable<readonly object[]>;
  readonly #others: object;

  /** @param pages records of the list; the first page at once, as it can still become an error response */
  constructor(name: string, pages: AsyncIterable<readonly object[]>, others: object = {}) {
    this.#name = name;
    this.#pages = pages;
    this.#others = others;
  }

  /** The JSON up to the end of the list, in parts. */
  async *parts(): AsyncGenerator<string> {
    let before = `{"${this.#name}":[`;
    for await (const records of this.#pages) {
      if (records.length === 0) continue;
      yield before + JSON.stringify(records).slice(1, -1);
      before = ',';
    }
    if (before !== ',') yield before;
  }

  /** The JSON after the parts; without it no reader takes them for a whole document. */
  get end(): string {
    const others = JSON.stringify(this.#others).slice(1);
    return others === '}' ? ']}' : `],${others}`;
  }
}

type Given<Schema extends z.ZodObject, Others extends z.ZodObject, More extends z.ZodObject> = z.output<
  z.ZodObject<Schema['shape'] & Others['shape'] & More['shape']>
>;

type Empty = z.ZodObject<Record<never, never>>;

/** An endpoint returns the body of the 200, or of a 202 a job, or throws an error with a public code. */
type Handling<Result, Body extends z.ZodObject, Params extends z.ZodObject, Query extends z.ZodObject> =
  | Counted<Result>
  | {
      readonly isPublic?: false;
      readonly counted?: false;
      handle?(call: Call, given: Given<Params, Query, Body>): Promise<Result | JobRecord | PagedList>;
      /**
       * Reads the body and sends the response itself; what it throws before that becomes one. Beside `handle` it is for
       * a client that accepts server-sent events.
       */
      stream?(call: Call, given: Given<Params, Query, Empty>): Promise<void>;
    }
  | { readonly isPublic: true; readonly counted?: false; readonly handle: (gateway: Gateway) => Promise<Result> };

export type Endpoint<
  Body extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
> = Omit<EndpointDeclaration<Body, Response>, 'isPublic' | 'counted' | 'params' | 'query' | 'tag'> & {
  readonly params?: Params;
  readonly query?: Query;
} & Handling<Open<z.output<Response>>, Body, Params, Query>;

/** Declares an endpoint; router, OpenAPI document, usage names and the table of docs/api.md derive from the declaration. */
export const defineEndpoint = <
  Response extends z.ZodType,
  Body extends z.ZodObject = Empty,
  Params extends z.ZodObject = Empty,
  Query extends z.ZodObject = Empty,
>(
  endpoint: Endpoint<Body, Response, Params, Query>,
): Endpoint<Body, Response, Params, Query> => endpoint;
