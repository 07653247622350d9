/** What the reference reads of an OpenAPI 3.1 document; the rest of it is left aside. */
export type OpenApiDocument = {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
};

/** Names another part of the document, e.g. `#/components/schemas/Job`. */
export type Reference = { readonly $ref: string };

export type OpenApiOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string | number;
};

export type MediaType = {
  readonly schema: Schema | Reference;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};

type Response = { readonly description: string; readonly content?: Readonly<Record<string, MediaType>> };

/** A JSON schema, as far as the service uses them. */
export type Schema = {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema | Reference>>;
  readonly required?: readonly string[];
  readonly items?: Schema | Reference;
  readonly anyOf?: readonly (Schema | Reference)[];
  readonly additionalProperties?: Schema | Reference | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly contentEncoding?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

/** A part of the document, itself or where a reference leads. @throws Error of a reference that leads nowhere */
export function resolved<Part extends object>(document: OpenApiDocument, part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`${part.$ref} is not in the document`);
  return found as Part;
}
