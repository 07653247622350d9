export * from './decode-rgb.ts';
export { encodeJpeg } from './encode-jpeg.ts';
export * from './inspect-image.ts';
export * from './normalise-jpeg.ts';
export * from './provenance.ts';
export { resizeRgb } from './resize-rgb.ts';
export * from './sharp.ts';
