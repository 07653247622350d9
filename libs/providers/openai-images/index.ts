export * from './image-editor.ts';
export * from './picture-reader.ts';
export * from './variables.ts';
