import { type MediaType, type OpenApiDocument, type Parameter, resolved, type Schema } from './openapi.ts';

/** One endpoint of the API. */
export type ApiOperation = {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** With `{id}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: ApiBody | undefined;
  readonly responses: readonly ApiResponse[];
};

export type ApiBody = { readonly type: string; readonly schema: Schema; readonly example: unknown };

export type ApiResponse = {
  readonly status: string;
  readonly description: string;
  /** Undefined: without a body. */
  readonly body: ApiBody | undefined;
  /** Of an error: the codes that it can have. */
  readonly codes: readonly string[];
};

/** Operations that belong together. */
export type ApiGroup = { readonly name: string; readonly about: string; readonly operations: readonly ApiOperation[] };

/** The operations of a document, in its order, by their first tag. */
export function readOperations(document: OpenApiDocument): ApiGroup[] {
  const groups = new Map<string, ApiOperation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, summary, description = '', tags, security, parameters = [], requestBody } = operation;
      const group = groups.get(tags[0] ?? '') ?? [];
      groups.set(tags[0] ?? '', group);
      group.push({
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        description,
        needsKey: security === undefined || security.length > 0,
        parameters: parameters.map((each) => resolved(document, each)),
        body: bodyOf(document, requestBody?.content),
        responses: Object.entries(operation.responses).map(([status, response]) => {
          const { description, content } = resolved(document, response);
          const [media] = Object.values(content ?? {});
          return { status, description, body: bodyOf(document, content), codes: codesOf(media) };
        }),
      });
    }
  }
  const about = new Map(document.tags.map(({ name, description }) => [name, description]));
  return [...groups].map(([name, operations]) => ({ name, about: about.get(name) ?? '', operations }));
}

/** The first of several types: the others say the same. */
function bodyOf(document: OpenApiDocument, content: Readonly<Record<string, MediaType>> = {}): ApiBody | undefined {
  const [entry] = Object.entries(content);
  if (!entry) return undefined;
  const [type, { schema, example, examples }] = entry;
  const [first] = Object.values(examples ?? {});
  return { type, schema: resolved<Schema>(document, schema), example: example ?? first?.value };
}

function codesOf(media: MediaType | undefined): string[] {
  const values = [media?.example, ...Object.values(media?.examples ?? {}).map(({ value }) => value)];
  const codes = values.map((value) => (value as { code?: unknown } | undefined)?.code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
