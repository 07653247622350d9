import { inHereDocument, inTypeScript, quoted } from './notations.ts';
import { analysedImage, namedPicture, type StudioOrder, styleMeOrder, tryOnOrder } from './order.ts';
import { Expression, printValue } from './print-value.ts';
import { base64At, base64Of, printedJson, pythonCall } from './python-call.ts';
import { type Base64Of, requestBody } from './request-body.ts';
import { typescriptClient } from './typescript-client.ts';

/** In which languages a call is shown. */
export const languages = ['curl', 'typescript', 'python', 'command-line'] as const;
export type Language = (typeof languages)[number];

/**
 * The call that an order is, as code to copy: pictures are the names of their files, the key is `$STYLING_API_KEY`.
 *
 * @param baseUrl address of the service
 * @returns undefined if the language has no way to give the order: the command line has no categories
 */
export function callCode(order: StudioOrder, language: Language, baseUrl: string): string | undefined {
  if (language === 'curl') return curl(order, baseUrl);
  if (language === 'typescript') return `${typescriptClient(baseUrl)}\n${typescriptCall(order)}`;
  if (language === 'python') return python(order, baseUrl);
  return commandLine(order, baseUrl);
}

const shellBase64: Base64Of = (picture) => {
  const read =
    picture.kind === 'file' ? `base64 < ${quoted(picture.name)}` : `curl -s ${quoted(picture.address)} | base64`;
  return new Expression(`"$(${read} | tr -d '\\n')"`);
};

function curl(order: StudioOrder, baseUrl: string): string {
  const { path, body } = requestBody(order, shellBase64);
  return `curl -s ${quoted(baseUrl + path)} -H "X-API-Key: $STYLING_API_KEY" \\
  -H 'Content-Type: application/json' --data-binary @- <<END
${printValue(body, inHereDocument)}
END`;
}

const PYTHON_PRINTS = { 'try-on': 'image_url', 'style-me': 'outfits', analyse: 'items' } as const;

function python(order: StudioOrder, baseUrl: string): string {
  const { path, body } = requestBody(order, (picture) =>
    picture.kind === 'file' ? base64Of(picture.name) : base64At(picture.address),
  );
  const then = printedJson(PYTHON_PRINTS[order.tab]);
  return pythonCall({ method: 'POST', url: baseUrl + path, needsKey: true, json: body, then });
}

function typescriptCall(order: StudioOrder): string {
  if (order.tab === 'try-on') {
    const argument = printValue(tryOnOrder(order, namedPicture), inTypeScript);
    return `const image = await client.tryOn(${argument});\nconsole.log(image.image_url);`;
  }
  if (order.tab === 'style-me') {
    const argument = printValue(styleMeOrder(order, namedPicture), inTypeScript);
    return `const { outfits } = await client.styleMe(${argument});
for (const { description, items } of outfits) console.log(description, items);`;
  }
  return `const { items } = await client.analyzeOutfit(${printValue(analysedImage(order, namedPicture), inTypeScript)});
for (const { color, item, description } of items) console.log(color, item, description);`;
}

function commandLine(order: StudioOrder, baseUrl: string): string | undefined {
  const words = commandLineWords(order);
  return words && `export STYLING_URL=${quoted(baseUrl)}\nstyling ${words.map(quoted).join(' ')}`;
}

/** What the command line takes for an address, a file, the id of an asset or an option. */
const isTakenOtherwise = (text: string) =>
  /^-|^ast_[0-9a-f]+$|^(https?|file|data):|\.(jpe?g|png|webp|hei[cf]|avif|gif)$/i.test(text);

function commandLineWords(order: StudioOrder): string[] | undefined {
  if (order.tab === 'analyse') {
    const { image } = order;
    return ['analyze', image.kind === 'image' ? image.image_id : pathOf(namedPicture(image) as string)];
  }
  const { selfie } = order;
  const person = selfie.kind === 'image' ? selfie.image_id : pathOf(namedPicture(selfie) as string);
  if (order.tab === 'style-me') {
    const { occasion, style_preferences, num_outfits } = order;
    const wishes = [
      ...(occasion ? [`--occasion=${occasion}`] : []),
      ...(style_preferences ? [`--preferences=${style_preferences}`] : []),
    ];
    return ['style-me', person, ...wishes, `--outfits=${num_outfits}`, '-o', 'outfit.jpg'];
  }
  const { garments, mode, variants, seed, store_image } = order;
  const worn: string[] = [];
  for (const { description, picture, category } of garments) {
    if (category || (picture ? description : !description || isTakenOtherwise(description))) return undefined;
    worn.push(picture ? pathOf(namedPicture(picture) as string) : (description ?? ''));
  }
  const options = [
    `--mode=${mode}`,
    ...(variants === undefined ? [] : [`--variants=${variants}`]),
    ...(seed === undefined ? [] : [`--seed=${seed}`]),
    ...(store_image ? ['--store'] : []),
  ];
  return ['try-on', person, ...worn, ...options, '-o', 'result.jpg'];
}

/** A path that is not taken for an option. */
const pathOf = (name: string) => (name.startsWith('-') ? `./${name}` : name);
