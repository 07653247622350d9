export * from './content-credentials.ts';
export * from './inspect-image.ts';
export * from './pixels.ts';
export * from './sharp.ts';
