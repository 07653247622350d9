import { text as work } from './work.ts';

export const text = {
  title: 'Image',
  alt: (endpoint: string) => `The picture: ${work.endpoint(endpoint)}`,
  dressFurther: 'Dress this further',
  madeAt: 'Made',
  expires: 'Kept until',
  forEver: 'for ever',
  size: 'Size',
  pixels: (width: number, height: number, mime_type: string) =>
    `${width} × ${height}, ${mime_type.replace('image/', '').toUpperCase()}`,
  madeBy: 'Made by',
  maker: (provider: string, model: string | null) => {
    if (provider === 'ondevice') return `the embedded engine (${model ?? provider}), as a preview`;
    return model && model !== provider ? `${provider}, ${model}` : provider;
  },
  job: 'Job',
  differs: 'What differs from what was asked for',
};
