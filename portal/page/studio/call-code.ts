import { analysedImage, namedPicture, type SentPicture, type StudioOrder, styleMeOrder, tryOnOrder } from './order.ts';

/** In which languages a call is shown. */
export const languages = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof languages)[number];

/**
 * The call that an order is, as code to copy: pictures are the names of their files, the key is `$STYLING_API_KEY`.
 *
 * @param baseUrl address of the service
 */
export const callCode = (order: StudioOrder, language: Language, baseUrl: string): string =>
  ({ curl, typescript, python })[language](order, baseUrl);

function curl(order: StudioOrder, baseUrl: string): string {
  const { path, body } = requestBody(order, (picture) => {
    const read =
      picture.kind === 'file' ? `base64 < ${quoted(picture.name)}` : `curl -s ${quoted(picture.address)} | base64`;
    return code(`"$(${read} | tr -d '\\n')"`);
  });
  // What the shell would expand in a here-document without quotes.
  const escaped = (json: string) => json.replace(/[\\$`]/g, '\\$&');
  return `curl -s ${quoted(baseUrl + path)} -H "X-API-Key: $STYLING_API_KEY" \\
  -H 'Content-Type: application/json' --data-binary @- <<END
${printed(body, escaped)}
END`;
}

const typescript = (order: StudioOrder, baseUrl: string): string =>
  `// npm install @styling/client, or the .tgz of npm pack --workspace sdk in the service's repository
import { createClient } from '@styling/client';

const client = createClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: process.env.STYLING_API_KEY ?? '',
});
${typescriptCall(order)}`;

function typescriptCall(order: StudioOrder): string {
  // Keys without quotes: a line can begin like one in no other way.
  const argument = (value: unknown) => printed(value).replace(/^( *)"(\w+)": /gm, '$1$2: ');
  if (order.tab === 'try-on') {
    return `const image = await client.tryOn(${argument(tryOnOrder(order, namedPicture))});
console.log(image.image_url);`;
  }
  if (order.tab === 'style-me') {
    return `const { outfits } = await client.styleMe(${argument(styleMeOrder(order, namedPicture))});
for (const { description, items } of outfits) console.log(description, items);`;
  }
  return `const { items } = await client.analyzeOutfit(${argument(analysedImage(order, namedPicture))});
for (const { color, item, description } of items) console.log(color, item, description);`;
}

const BASE64_OF = `

def base64_of(picture):
    with urlopen(picture, timeout=30) if "://" in picture else open(picture, "rb") as file:
        return base64.b64encode(file.read()).decode()

`;

function python(order: StudioOrder, baseUrl: string): string {
  const base64Of = (picture: SentPicture) => code(`base64_of(${JSON.stringify(namedPicture(picture))})`);
  const { path, body } = requestBody(order, base64Of);
  const data = printed(body).replace(/: true(,?)$/gm, ': True$1');
  const readsPictures = data.includes('base64_of(');
  const member = { 'try-on': 'image_url', 'style-me': 'outfits', analyse: 'items' }[order.tab];
  // Nothing but Python itself: `requests` would be shorter by two lines, and is not on every machine.
  return `${readsPictures ? 'import base64\n' : ''}import json
import os
from urllib.request import Request, urlopen
${readsPictures ? BASE64_OF : ''}
body = ${data}
request = Request(
    ${JSON.stringify(baseUrl + path)},
    headers={"X-API-Key": os.environ["STYLING_API_KEY"], "Content-Type": "application/json"},
    data=json.dumps(body).encode(),
)
with urlopen(request, timeout=120) as response:
    print(json.load(response)["${member}"])`;
}

/** Path and JSON body of the request that an order becomes; pictures are what `base64Of` makes of them. */
function requestBody(order: StudioOrder, base64Of: (picture: SentPicture) => string): { path: string; body: object } {
  const pictureBody = (picture: SentPicture): object =>
    picture.kind === 'address' ? { image_url: picture.address } : { image_base64: base64Of(picture) };
  if (order.tab === 'analyse') {
    const { image } = order;
    const body = image.kind === 'image' ? { image_url: image.image_url } : pictureBody(image);
    return { path: '/analyze_outfit', body };
  }
  const { selfie } = order;
  const person = selfie.kind === 'image' ? { selfie_image_id: selfie.image_id } : { selfie_base64: base64Of(selfie) };
  if (order.tab === 'style-me') {
    const { tab: _, selfie: __, ...wishes } = order;
    return { path: '/style_me', body: { ...person, ...wishes } };
  }
  const { tab: _, selfie: __, garments, ...others } = order;
  const [first] = garments;
  const isDescription = garments.length === 1 && first?.description && !first.picture && !first.category;
  const clothes = isDescription
    ? { clothing_description: first.description }
    : { garments: garments.map(({ picture, ...words }) => ({ ...words, ...(picture && pictureBody(picture)) })) };
  return { path: '/try_on_outfit', body: { ...person, ...clothes, ...others } };
}

/** Marks a string as code that stands in a value. */
const code = (text: string): string => `\0${text}\0`;

/** A value as JSON, but for code in it. @param write what becomes of the JSON */
const printed = (value: unknown, write = (json: string) => json): string =>
  JSON.stringify(value, null, 2)
    .split(/"\\u0000(.*?)\\u0000"/)
    .map((part, index) => (index % 2 === 1 ? JSON.parse(`"${part}"`) : write(part)))
    .join('');

/** A word of a shell command. */
const quoted = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
