import sharp from 'sharp';

/** The body of a POST /try_on_outfit with a selfie of noise, which compresses badly, so that its size is controlled by its dimensions. */
export async function orderBody(width: number, height: number): Promise<{ body: string; selfieBytes: number }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: { r: 0, g: 0, b: 0 }, noise } as const;
  const selfie = await sharp({ create }).jpeg({ quality: 92 }).toBuffer();
  const order = { selfie_base64: selfie.toString('base64'), clothing_description: 'a camel coat', mode: 'model_shot' };
  return { body: JSON.stringify(order), selfieBytes: selfie.length };
}
