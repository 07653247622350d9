import type { Endpoint } from '@styling/contracts';

/** One image record; every column comes from the log, so that a rebuilt table is the same to the byte. */
export type ImageTable = {
  image_id: string;
  user_id: string;
  object: string;
  mime_type: string;
  category: 'try-on' | 'style-me';
  endpoint: Endpoint;
  created_at: Date;
  persistent: boolean;
  /** null when persistent. */
  expires_at: Date | null;
  /** A deleted image keeps its row, so that an `image.created` said twice cannot bring it back. */
  deleted: boolean;
};

/** The read model of the images service. */
export type ImagesTables = { image: ImageTable; checkpoint: { name: string; seq: number } };
