export * from './inspect-image.ts';
export * from './pixels.ts';
export * from './sharp.ts';
