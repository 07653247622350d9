/** An image that exists; every column comes from the log, so that a rebuilt table is identical. */
export type ImageTable = {
  image_id: string;
  user_id: string;
  /** Key that it was made with. */
  key_id: string;
  object: string;
  mime_type: string;
  category: string;
  endpoint: string;
  created_at: Date;
  persistent: boolean;
  /** null when persistent. */
  expires_at: Date | null;
  /** These are null in rows from before they were projected; a rebuild fills them. */
  width: number | null;
  height: number | null;
  provider: string | null;
  model: string | null;
  approximations: string[] | null;
  request_id: string | null;
};

/** The read model of the images service. */
export type ImagesTables = {
  image: ImageTable;
  /** Images that are gone, so that a second `image.created` cannot bring one back. */
  deleted_image: { image_id: string };
  /** Keys of erased users: images made with one are deleted, whenever they arrive. */
  disowned_key: { key_id: string };
};
