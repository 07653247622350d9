/** Response bodies, as far as the rows read them; the rest is checked against the document. */
type Picture = { readonly image_url: string; readonly image_id: string; readonly mime_type: string };
export type TryOnResult = Picture & {
  readonly seed?: number | null;
  readonly variants?: readonly (Picture & { readonly seed: number | null })[];
};
export type Asset = { readonly asset_id: string; readonly kind: string; readonly checks: readonly string[] };
export type Assets = { readonly assets: readonly Asset[]; readonly next_cursor?: string };
export type GeneratedImage = { readonly image_base64: string; readonly mime_type: string };
export type Analysis = { readonly items: readonly Readonly<Record<string, unknown>>[] };
export type Outfits = {
  readonly outfits: readonly (GeneratedImage & { readonly description: string; readonly items: string[] })[];
};
export type ImageRecord = Picture & {
  readonly category: string;
  readonly endpoint: string;
  readonly created_at: string;
  readonly persistent: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly approximations: readonly string[] | null;
  readonly job_id: string | null;
};
export type Images = { readonly images: readonly ImageRecord[]; readonly next_cursor?: string };
export type Job = {
  readonly job_id: string;
  readonly status: string;
  readonly endpoint: string;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly image_ids: readonly string[];
  readonly error: object | null;
  readonly response_expires_at: string | null;
};
export type Jobs = { readonly jobs: readonly Job[]; readonly next_cursor?: string };
export type Webhook = {
  readonly webhook_id: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly disabled_reason: string | null;
};
export type Events = {
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
};
export type Usage = {
  readonly total_requests: number;
  readonly requests_by_endpoint: Readonly<Record<string, number>>;
  readonly requests_today: number;
  readonly recent_requests: readonly {
    readonly endpoint: string;
    readonly timestamp: string;
    readonly latency_ms: number;
    readonly status: number;
  }[];
  readonly rate_limit: { readonly daily_limit: number; readonly used_today: number; readonly remaining: number };
};
