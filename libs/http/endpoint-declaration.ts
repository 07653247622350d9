import { type ErrorCode, type ErrorParameters, limits, MEGABYTE } from '@styling/contracts';
import type { z } from 'zod';

/** An error that an endpoint may respond with. */
export type DocumentedError = readonly [code: ErrorCode, parameters?: ErrorParameters];

/** A success response of an endpoint, JSON. */
export type DeclaredResponse<Schema extends z.ZodType = z.ZodType> = {
  /** 201 for what was created; default 200. */
  readonly status?: 200 | 201;
  readonly description: string;
  /** Default `application/json`. */
  readonly mediaType?: string;
  readonly schema: Schema;
  readonly example: z.output<Schema>;
  /** Example of the same response as server-sent events, where it can be had so. */
  readonly asEvents?: string;
};

/** An endpoint without its handler: all that the router and the OpenAPI document need to know of it. */
export type EndpointDeclaration<Body extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> = {
  /** Operation id, unique: the endpoint's identity. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for parameters, e.g. `/images/:id`; usage records name the endpoint by it. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it counts toward the daily limit and holds the user's slot while it runs. */
  readonly counted?: boolean;
  /** Whether clients call it again and again: usage then counts its requests by minute, without listing them. */
  readonly isPolled?: boolean;
  /** Whether it is served without an API key and left out of usage. */
  readonly isPublic?: boolean;
  /** Whether the API key may also come as `Authorization: Bearer`, as clients of other protocols send it. */
  readonly acceptsBearer?: boolean;
  /** Whether its key must be one that may manage the user's keys. */
  readonly managesKeys?: boolean;
  /** Parameters of the path, each with a description and an example. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: Body;
  /** Whether it replays responses of counted endpoints, which have headers of the user's limits. */
  readonly hasLimitHeaders?: boolean;
  /** Example of the body, as a client sends it. */
  readonly example?: NoInfer<OnTheWire<z.input<Body>>>;
  /** Whether its body is a picture, or a form with one, instead of JSON: see `readUpload`. */
  readonly isUpload?: boolean;
  /** Its success; 204 without a body for what was deleted. */
  readonly success: DeclaredResponse<Response> | { readonly status: 204; readonly description: string };
  /** The 202 of an endpoint that may return a job instead. */
  readonly accepted?: DeclaredResponse;
  /** Reason for a 204, where there may be nothing to send. */
  readonly nothing?: string;
  /** Those that follow from neither key, body nor query schema. One with a `field` is listed after that field's own. */
  readonly errors?: readonly DocumentedError[];
};

/** Maximum bytes of a body besides its images; more for counted requests, which may have large members that are ignored. */
export const maxFieldBytes = (counted = false): number =>
  counted ? limits.fieldsMegabytes * MEGABYTE : limits.smallBodyKilobytes * 1024;

/** A body as JSON: an image is a base64 string. */
type OnTheWire<Body> = { [Field in keyof Body]: Body[Field] extends Uint8Array | undefined ? string : Body[Field] };
