export * from './claim-input.ts';
export * from './connect.ts';
export * from './fetch-picture.ts';
export * from './handle-request.ts';
export * from './picture.ts';
export * from './serve.ts';
export * from './stored-picture.ts';
export * from './work.ts';
