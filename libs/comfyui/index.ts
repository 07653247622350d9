export * from './connect-comfyui.ts';
export * from './variables.ts';
