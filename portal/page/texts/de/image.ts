import type { text as english } from '../en/image.ts';
import { text as work } from './work.ts';

export const text: typeof english = {
  back: 'Bilder',
  title: 'Bild',
  made: (endpoint) => work.endpoint(endpoint),
  alt: (endpoint) => `Das Bild: ${work.endpoint(endpoint)}`,
  dressFurther: 'Weiter einkleiden',
  download: 'Herunterladen',
  copyAddress: 'Link kopieren',
  keep: 'Für immer behalten',
  delete: 'Löschen',
  madeAt: 'Entstanden',
  expires: 'Behalten bis',
  forEver: 'für immer',
  size: 'Größe',
  pixels: (width, height, mime_type) => `${width} × ${height}, ${mime_type.replace('image/', '').toUpperCase()}`,
  madeBy: 'Gemacht von',
  maker: (provider, model) => (model && model !== provider ? `${provider}, ${model}` : provider),
  job: 'Auftrag',
  id: 'Bild',
  differs: 'Was von der Bestellung abweicht',
  approximation: (code) => work.approximation(code) ?? code,
};
