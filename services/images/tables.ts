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

/** An asset that exists. */
export type AssetTable = {
  asset_id: string;
  user_id: string;
  /** Key that it was uploaded with. */
  key_id: string;
  kind: string;
  bytes: number;
  width: number;
  height: number;
  checks: string[];
  created_at: Date;
  lifetime_seconds: number;
  /** The first use on the last day on which it was used; at first `created_at`. */
  used_at: Date;
  /** `lifetime_seconds` after `used_at`. */
  expires_at: Date;
};

/** The read model of the images service. */
export type ImagesTables = {
  image: ImageTable;
  /** Images that are gone, so that a second `image.created` cannot bring one back. */
  deleted_image: { image_id: string };
  asset: AssetTable;
  /** Assets that are gone. */
  deleted_asset: { asset_id: string };
  /** Keys of erased users: images made and assets uploaded with one are deleted, whenever they arrive. */
  disowned_key: { key_id: string };
};
