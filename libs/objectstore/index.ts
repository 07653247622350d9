export * from './connect.ts';
export * from './object-names.ts';
export * from './public-reads.ts';
export * from './request-input.ts';
export * from './upload-mark.ts';
