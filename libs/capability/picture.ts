/** A finished picture: a JPEG without metadata of its source, that says of itself how it was made (`@styling/imaging`). */
export type Picture = {
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Model and version that made it. */
  readonly model: string;
  /** What could only be approximated, as short codes. */
  readonly approximations: readonly string[];
};

/** What pictures are stored as. */
export const PICTURE_MIME_TYPE = 'image/jpeg';
