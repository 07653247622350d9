import type { Endpoint } from '@styling/contracts';

/** An image that exists; every column comes from the log, so that a rebuilt table is the same to the byte. */
export type ImageTable = {
  image_id: string;
  user_id: string;
  /** That it was made with. */
  key_id: string;
  object: string;
  mime_type: string;
  category: 'try-on' | 'style-me';
  endpoint: Endpoint;
  created_at: Date;
  persistent: boolean;
  /** null when persistent. */
  expires_at: Date | null;
};

/** The read model of the images service. */
export type ImagesTables = {
  image: ImageTable;
  /** Images that are gone, so that an `image.created` said twice cannot bring one back. */
  deleted_image: { image_id: string };
  /** Keys of erased users: whatever was made with one is to go, whenever it is heard of. */
  disowned_key: { key_id: string };
  checkpoint: { name: string; seq: number };
};
