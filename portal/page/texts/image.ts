import { text as work } from './work.ts';

export const text = {
  back: 'Images',
  title: 'Image',
  made: (endpoint: string) => work.endpoint(endpoint),
  alt: (endpoint: string) => `The picture: ${work.endpoint(endpoint)}`,
  dressFurther: 'Dress this further',
  download: 'Download',
  copyAddress: 'Copy link',
  keep: 'Keep for ever',
  delete: 'Delete',
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
  id: 'Image',
  differs: 'What differs from what was asked for',
  approximation: (code: string) => work.approximation(code) ?? code,
};
