/** What an image editor is asked for. */
export type PictureOrder = {
  readonly prompt: string;
  /** Addresses of pictures the model can fetch; the prompt counts them from 1. */
  readonly images: readonly string[];
  /** Width to height; upright unless told. */
  readonly aspectRatio?: '1:1' | '2:3' | '3:4' | '4:5' | '9:16' | '16:9';
};
