import { endpointList } from '@styling/http';
import type { Endpoint } from '../http/define-endpoint.ts';
import { cancelJob } from './cancel-job.ts';
import { changeWebhook } from './change-webhook.ts';
import { countedEndpoints } from './counted-endpoints.ts';
import { createAsset } from './create-asset.ts';
import { createKey } from './create-key.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteAsset } from './delete-asset.ts';
import { deleteImage } from './delete-image.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getAsset } from './get-asset.ts';
import { getCapabilities } from './get-capabilities.ts';
import { getEvent } from './get-event.ts';
import { getHealth } from './get-health.ts';
import { getImage } from './get-image.ts';
import { getJob } from './get-job.ts';
import { getJobEvents } from './get-job-events.ts';
import { getJobResponse } from './get-job-response.ts';
import { getJobTimeline } from './get-job-timeline.ts';
import { getUsage } from './get-usage.ts';
import { getUsageDays } from './get-usage-days.ts';
import { getWebhook } from './get-webhook.ts';
import { keepImage } from './keep-image.ts';
import { listAssets } from './list-assets.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEvents } from './list-events.ts';
import { listImages } from './list-images.ts';
import { listJobs } from './list-jobs.ts';
import { listKeys } from './list-keys.ts';
import { listWebhooks } from './list-webhooks.ts';
import { postMcp } from './post-mcp.ts';
import { recoverDeliveries } from './recover-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { renameKey } from './rename-key.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';

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
  keepImage,
  listEvents,
  getEvent,
  createAsset,
  listAssets,
  getAsset,
  deleteAsset,
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliver,
  recoverDeliveries,
  getCapabilities,
  getUsage,
  getUsageDays,
  listKeys,
  createKey,
  renameKey,
  revokeKey,
  postMcp,
  getHealth,
]);
