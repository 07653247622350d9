import { type ErrorCode, type ErrorParameters, limits, MEGABYTE } from '@styling/contracts';
import type { z } from 'zod';

export type DocumentedError = readonly [code: ErrorCode, parameters?: ErrorParameters];

export type DeclaredResponse<Schema extends z.ZodType = z.ZodType> = {
  /** 201 for what was created; default 200. */
  readonly status?: 200 | 201;
  readonly description: string;
  /** Default `application/json`. */
  readonly mediaType?: string;
  readonly schema: Schema;
  readonly example: z.output<Schema>;
  /** The same as server-sent events, where available. */
  readonly asEvents?: string;
};

/** What router and OpenAPI document need, without the handler. */
export type EndpointDeclaration<Body extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> = {
  /** Unique operation id. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` parameters, e.g. `/images/:id`; names the endpoint in usage records. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Counts toward the daily limit and holds the user's slot while it runs. */
  readonly counted?: boolean;
  /** Called again and again: usage counts its requests by minute, unlisted. */
  readonly isPolled?: boolean;
  /** Served without an API key, left out of usage. */
  readonly isPublic?: boolean;
  /** Takes the key also as `Authorization: Bearer`. */
  readonly acceptsBearer?: boolean;
  /** Requires a key that may manage keys. */
  readonly managesKeys?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: Body;
  /** Replays responses of counted endpoints, with their limit headers. */
  readonly hasLimitHeaders?: boolean;
  readonly example?: NoInfer<OnTheWire<z.input<Body>>>;
  /** Its body is a picture, or a form with one: see `readUpload`. */
  readonly isUpload?: boolean;
  /** 204 without a body for what was deleted. */
  readonly success: DeclaredResponse<Response> | { readonly status: 204; readonly description: string };
  /** 202, when it may return a job instead. */
  readonly accepted?: DeclaredResponse;
  readonly nothing?: string;
  /** Beyond those of key, body and query schema. One with a `field` is listed after that field's own. */
  readonly errors?: readonly DocumentedError[];
};

/** Bytes of a body besides its images; more for counted requests, which may have large, ignored members. */
export const maxFieldBytes = (counted = false): number =>
  counted ? limits.fieldsMegabytes * MEGABYTE : limits.smallBodyKilobytes * 1024;

/** An image is a base64 string on the wire. */
type OnTheWire<Body> = { [Field in keyof Body]: Body[Field] extends Uint8Array | undefined ? string : Body[Field] };
