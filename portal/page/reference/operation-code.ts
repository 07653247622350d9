import { inHereDocument, inTypeScript, quoted } from '../studio/notations.ts';
import { Expression, printValue } from '../studio/print-value.ts';
import { base64Of, printedJson, pythonCall } from '../studio/python-call.ts';
import { typescriptClient } from '../studio/typescript-client.ts';
import type { ApiOperation } from './read-operations.ts';

/** In which languages the reference shows a call. */
export const codeLanguages = ['curl', 'typescript', 'python'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

type Fields = Readonly<Record<string, unknown>>;
/** The parameters of a call. */
type Input = { readonly path: Fields; readonly body: Fields | undefined };

/** The file whose name stands for a picture. */
const PICTURE = 'me.jpg';

/**
 * An example of a call, as code to copy: pictures are the name of a file, the key is `$STYLING_API_KEY`.
 *
 * @param baseUrl address of the service
 */
export function operationCode(operation: ApiOperation, language: CodeLanguage, baseUrl: string): string {
  const input = exampleInput(operation);
  if (language === 'curl') return curl(operation, input, baseUrl);
  if (language === 'python') return python(operation, input, baseUrl);
  return `${typescriptClient(baseUrl)}\n${typescriptCall(operation, input)}`;
}

/** What an example of a call gives: parameters of the path, and the body. */
export function exampleInput({ parameters, body }: ApiOperation): Input {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return {
    path: Object.fromEntries(inPath.map(({ name, example }) => [name, example ?? name])),
    body: body?.type === 'application/json' ? ((body.example ?? {}) as Fields) : undefined,
  };
}

/** The path of a call, with the parameters in it. */
export const filledPath = (path: string, values: Fields): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name] ?? name)));

const isPicture = ({ body }: ApiOperation): boolean => body?.type.startsWith('image/') ?? false;
const isStream = ({ responses }: ApiOperation): boolean => responses[0]?.body?.type === 'text/event-stream';

/** The body with code in the place of base64. */
const withPictures = (body: Fields, read: Expression): Fields =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key, key.endsWith('_base64') ? read : value]));

function curl(operation: ApiOperation, { path, body }: Input, baseUrl: string): string {
  const { method, needsKey } = operation;
  const isImplied = method === (body || isPicture(operation) ? 'POST' : 'GET');
  const lines = [
    `curl -s${isStream(operation) ? 'N' : ''}${isImplied ? '' : ` -X ${method}`} ${quoted(baseUrl + filledPath(operation.path, path))}`,
    ...(needsKey ? ['-H "X-API-Key: $STYLING_API_KEY"'] : []),
    ...(isPicture(operation) ? ["-H 'Content-Type: image/jpeg'", `--data-binary @${PICTURE}`] : []),
    ...(body ? ["-H 'Content-Type: application/json'", '--data-binary @- <<END'] : []),
  ];
  const command = lines.join(' \\\n  ');
  if (!body) return command;
  const read = new Expression(`"$(base64 < ${PICTURE} | tr -d '\\n')"`);
  return `${command}\n${printValue(withPictures(body, read), inHereDocument)}\nEND`;
}

function python(operation: ApiOperation, { path, body }: Input, baseUrl: string): string {
  const { method, needsKey } = operation;
  const then = isStream(operation)
    ? '    for line in response:\n        print(line.decode(), end="")'
    : operation.responses[0]?.body
      ? printedJson()
      : '    print(response.status)';
  return pythonCall({
    ...{ method, needsKey, then, url: baseUrl + filledPath(operation.path, path) },
    ...(isPicture(operation) && { file: { path: PICTURE, type: 'image/jpeg' } }),
    ...(body && { json: withPictures(body, base64Of(PICTURE)) }),
  });
}

function typescriptCall(operation: ApiOperation, { path, body = {} }: Input): string {
  const print = (value: unknown) => printValue(value, inTypeScript);
  const { selfie_base64: _, clothing_description: garments, ...rest } = body;
  switch (operation.id) {
    case 'tryOnOutfit':
      return `const image = await client.tryOn(${print({ selfie: PICTURE, garments, ...rest })});\nconsole.log(image.image_url);`;
    case 'generateImage':
      return `const image = await client.generateImage(${print({ selfie: PICTURE, clothing_description: garments, ...rest })});
console.log(image.mime_type);`;
    case 'styleMe':
      return `const { outfits } = await client.styleMe(${print({ selfie: PICTURE, ...rest })});
for (const { description, items } of outfits) console.log(description, items);`;
    case 'analyzeOutfit':
    case 'identifyClothing':
      return `const { items } = await client.analyzeOutfit(${print(body.image_url)});
for (const { color, item, description } of items) console.log(color, item, description);`;
    case 'createAsset':
      return `const asset = await client.assets.upload(${print(PICTURE)});\nconsole.log(asset.asset_id);`;
    case 'getJobEvents':
      return `for await (const job of client.jobs.follow(${print(path.id)})) console.log(job.status);`;
  }
  const input = {
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(body).length > 0 && { body }),
  };
  const call = `await client.call('${operation.id}', ${print(input)})`;
  return operation.responses[0]?.body ? `const answer = ${call};\nconsole.log(answer);` : `${call};`;
}
