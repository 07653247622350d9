import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { imageUrl } from '../endpoints/images.ts';
import type { Gateway } from '../gateway.ts';

export type ApiResponse = { readonly status: number; readonly body: Record<string, unknown> };

/** An image beyond this is only linked: agents pay for each byte of an answer. */
const INLINE_BYTES = 262_144;

type Named = { readonly image_url: string; readonly image_id: string; readonly mime_type: string };
type Members = Readonly<Record<string, unknown>>;
type Images = Pick<Gateway, 'store' | 'imageStoreUrl'>;

/** Body as text and structured content, images as links, small ones inline. Errors are results, for agents to read. */
export async function toolResult({ status, body }: ApiResponse, gateway: Images): Promise<CallToolResult> {
  if (status >= 400) return { isError: true, content: [text(body)] };
  const { kept, images } = withoutImages(body);
  const made = status === 200 ? imagesIn(body) : [];
  const links = made.map(link);
  const small = await Promise.all(made.map((image) => inline(image, gateway)));
  return { content: [text(kept), ...links, ...small.flat(), ...images], structuredContent: { ...kept } };
}

const text = (body: Members): ContentBlock => ({ type: 'text', text: JSON.stringify(body) });

/** The image of a try-on, or its variants; a list of records is text enough. */
const imagesIn = (body: Members): Named[] =>
  Array.isArray(body.variants) ? body.variants : isNamed(body) ? [body] : [];

const isNamed = (body: Members): body is Members & Named =>
  typeof body.image_url === 'string' && typeof body.image_id === 'string' && typeof body.mime_type === 'string';

const link = ({ image_url: uri, image_id: name, mime_type: mimeType }: Named): ContentBlock => ({
  type: 'resource_link',
  uri,
  name,
  mimeType,
});

async function inline({ image_url, mime_type }: Named, { store, imageStoreUrl }: Images): Promise<ContentBlock[]> {
  const object = await store.get(image_url.slice(imageUrl(imageStoreUrl, '').length));
  if (!object || object.bytes.length > INLINE_BYTES) return [];
  return [{ type: 'image', data: Buffer.from(object.bytes).toString('base64'), mimeType: mime_type }];
}

/** The outfits of advice without the bytes of their images, and those that are small as content of their own. */
function withoutImages(body: Members): { kept: Members; images: ContentBlock[] } {
  if (!Array.isArray(body.outfits)) return { kept: body, images: [] };
  const images = body.outfits.flatMap(({ image_base64, mime_type }): ContentBlock[] =>
    image_base64 !== '' && image_base64.length * 0.75 <= INLINE_BYTES
      ? [{ type: 'image', data: image_base64, mimeType: mime_type }]
      : [],
  );
  return { kept: { ...body, outfits: body.outfits.map(({ image_base64: _, ...outfit }) => outfit) }, images };
}
