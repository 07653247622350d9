export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  type FailedAnswer,
  PictureError,
  StylingError,
  TimeoutError,
} from './errors.ts';
export type { EventFeed, EventType, FeedOptions } from './events.ts';
export type {
  Asset,
  CreatedWebhook,
  Delivery,
  Error as ErrorBody,
  Event,
  GeneratedImage,
  IdentifiedItem,
  ImageRecord,
  Job,
  OutfitAnalysis,
  OutfitSuggestion,
  OutfitSuggestions,
  Product,
  Progress,
  RotatedSecret,
  Timeline,
  TryOnResult,
  Usage,
  Webhook,
} from './generated/types.gen.ts';
export type {
  AssetName,
  GarmentOrder,
  GenerateImageOrder,
  ImageName,
  Selfie,
  StyleMeOrder,
  TryOnOrder,
} from './orders.ts';
export type { ListOptions } from './pages.ts';
export { bytesOf, type Picture } from './picture.ts';
export type { FollowOptions, JobResponse, RunOptions, WaitOptions } from './run-request.ts';
export type { CallOptions, Input, OperationId, Output, Signalled } from './transport.ts';
export { type ReceivedHeaders, verifyWebhook, WebhookVerificationError } from './webhook-signature.ts';
