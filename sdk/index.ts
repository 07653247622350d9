export { type Client, type ClientOptions, createClient, type ListOptions, type Signalled } from './client.ts';
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  type FailedAnswer,
  PictureError,
  StylingError,
  TimeoutError,
} from './errors.ts';
export type { FollowOptions } from './follow-job.ts';
export type {
  Asset,
  Error as ErrorBody,
  GeneratedImage,
  IdentifiedItem,
  ImageRecord,
  Job,
  OutfitAnalysis,
  OutfitSuggestion,
  OutfitSuggestions,
  Product,
  Progress,
  Timeline,
  TryOnResult,
  Usage,
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
export { bytesOf, type Picture } from './picture.ts';
export type { JobResponse, RunOptions, WaitOptions } from './run-request.ts';
export type { CallOptions, Input, OperationId, Output } from './transport.ts';
