import { endpointList } from '@styling/http';
import type { Endpoint } from '../http/define-endpoint.ts';
import { cancelJob } from './cancel-job.ts';
import { countedEndpoints } from './counted-endpoints.ts';
import { createAsset } from './create-asset.ts';
import { createKey } from './create-key.ts';
import { deleteAsset } from './delete-asset.ts';
import { deleteImage } from './delete-image.ts';
import { getAsset } from './get-asset.ts';
import { getHealth } from './get-health.ts';
import { getImage } from './get-image.ts';
import { getJob } from './get-job.ts';
import { getJobEvents } from './get-job-events.ts';
import { getJobResponse } from './get-job-response.ts';
import { getJobTimeline } from './get-job-timeline.ts';
import { getUsage } from './get-usage.ts';
import { listAssets } from './list-assets.ts';
import { listImages } from './list-images.ts';
import { listJobs } from './list-jobs.ts';
import { listKeys } from './list-keys.ts';
import { postMcp } from './post-mcp.ts';
import { renameKey } from './rename-key.ts';
import { revokeKey } from './revoke-key.ts';

/** Every endpoint, in the order of the documentation. */
export const endpoints = endpointList<Endpoint>([
  ...countedEndpoints,
  listJobs,
  getJob,
  getJobResponse,
  getJobEvents,
  getJobTimeline,
  cancelJob,
  listImages,
  getImage,
  deleteImage,
  createAsset,
  listAssets,
  getAsset,
  deleteAsset,
  getUsage,
  listKeys,
  createKey,
  renameKey,
  revokeKey,
  postMcp,
  getHealth,
]);
