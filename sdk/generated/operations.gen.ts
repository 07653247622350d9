// This file is auto-generated from the OpenAPI document

import type * as types from './types.gen.ts';

/** Method and path of each endpoint, by its operation id. */
export const operations = {
  tryOnOutfit: { method: 'POST', path: '/try_on_outfit' },
  generateImage: { method: 'POST', path: '/generate_image' },
  styleMe: { method: 'POST', path: '/style_me' },
  analyzeOutfit: { method: 'POST', path: '/analyze_outfit' },
  identifyClothing: { method: 'POST', path: '/identify_clothing' },
  listJobs: { method: 'GET', path: '/jobs' },
  getJob: { method: 'GET', path: '/jobs/{id}' },
  getJobResponse: { method: 'GET', path: '/jobs/{id}/response' },
  getJobEvents: { method: 'GET', path: '/jobs/{id}/events' },
  getJobTimeline: { method: 'GET', path: '/jobs/{id}/timeline' },
  cancelJob: { method: 'POST', path: '/jobs/{id}/cancel' },
  listImages: { method: 'GET', path: '/images' },
  getImage: { method: 'GET', path: '/images/{id}' },
  deleteImage: { method: 'DELETE', path: '/images/{id}' },
  keepImage: { method: 'POST', path: '/images/{id}/keep' },
  listEvents: { method: 'GET', path: '/events' },
  getEvent: { method: 'GET', path: '/events/{id}' },
  createAsset: { method: 'POST', path: '/assets' },
  listAssets: { method: 'GET', path: '/assets' },
  getAsset: { method: 'GET', path: '/assets/{id}' },
  deleteAsset: { method: 'DELETE', path: '/assets/{id}' },
  createWebhook: { method: 'POST', path: '/webhooks' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  getWebhook: { method: 'GET', path: '/webhooks/{id}' },
  changeWebhook: { method: 'PATCH', path: '/webhooks/{id}' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate_secret' },
  testWebhook: { method: 'POST', path: '/webhooks/{id}/test' },
  listDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries' },
  redeliver: { method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver' },
  recoverDeliveries: { method: 'POST', path: '/webhooks/{id}/recover' },
  getCapabilities: { method: 'GET', path: '/capabilities' },
  getUsage: { method: 'GET', path: '/usage' },
  getUsageDays: { method: 'GET', path: '/usage/days' },
  listKeys: { method: 'GET', path: '/keys' },
  createKey: { method: 'POST', path: '/keys' },
  renameKey: { method: 'PATCH', path: '/keys/{id}' },
  revokeKey: { method: 'DELETE', path: '/keys/{id}' },
  postMcp: { method: 'POST', path: '/mcp' },
  getHealth: { method: 'GET', path: '/' },
} as const;

/** What each endpoint takes, and what it returns by status. */
export type Operations = {
  tryOnOutfit: { data: types.TryOnOutfitData; responses: types.TryOnOutfitResponses };
  generateImage: { data: types.GenerateImageData; responses: types.GenerateImageResponses };
  styleMe: { data: types.StyleMeData; responses: types.StyleMeResponses };
  analyzeOutfit: { data: types.AnalyzeOutfitData; responses: types.AnalyzeOutfitResponses };
  identifyClothing: { data: types.IdentifyClothingData; responses: types.IdentifyClothingResponses };
  listJobs: { data: types.ListJobsData; responses: types.ListJobsResponses };
  getJob: { data: types.GetJobData; responses: types.GetJobResponses };
  getJobResponse: { data: types.GetJobResponseData; responses: types.GetJobResponseResponses };
  getJobEvents: { data: types.GetJobEventsData; responses: types.GetJobEventsResponses };
  getJobTimeline: { data: types.GetJobTimelineData; responses: types.GetJobTimelineResponses };
  cancelJob: { data: types.CancelJobData; responses: types.CancelJobResponses };
  listImages: { data: types.ListImagesData; responses: types.ListImagesResponses };
  getImage: { data: types.GetImageData; responses: types.GetImageResponses };
  deleteImage: { data: types.DeleteImageData; responses: types.DeleteImageResponses };
  keepImage: { data: types.KeepImageData; responses: types.KeepImageResponses };
  listEvents: { data: types.ListEventsData; responses: types.ListEventsResponses };
  getEvent: { data: types.GetEventData; responses: types.GetEventResponses };
  createAsset: { data: types.CreateAssetData; responses: types.CreateAssetResponses };
  listAssets: { data: types.ListAssetsData; responses: types.ListAssetsResponses };
  getAsset: { data: types.GetAssetData; responses: types.GetAssetResponses };
  deleteAsset: { data: types.DeleteAssetData; responses: types.DeleteAssetResponses };
  createWebhook: { data: types.CreateWebhookData; responses: types.CreateWebhookResponses };
  listWebhooks: { data: types.ListWebhooksData; responses: types.ListWebhooksResponses };
  getWebhook: { data: types.GetWebhookData; responses: types.GetWebhookResponses };
  changeWebhook: { data: types.ChangeWebhookData; responses: types.ChangeWebhookResponses };
  deleteWebhook: { data: types.DeleteWebhookData; responses: types.DeleteWebhookResponses };
  rotateWebhookSecret: { data: types.RotateWebhookSecretData; responses: types.RotateWebhookSecretResponses };
  testWebhook: { data: types.TestWebhookData; responses: types.TestWebhookResponses };
  listDeliveries: { data: types.ListDeliveriesData; responses: types.ListDeliveriesResponses };
  redeliver: { data: types.RedeliverData; responses: types.RedeliverResponses };
  recoverDeliveries: { data: types.RecoverDeliveriesData; responses: types.RecoverDeliveriesResponses };
  getCapabilities: { data: types.GetCapabilitiesData; responses: types.GetCapabilitiesResponses };
  getUsage: { data: types.GetUsageData; responses: types.GetUsageResponses };
  getUsageDays: { data: types.GetUsageDaysData; responses: types.GetUsageDaysResponses };
  listKeys: { data: types.ListKeysData; responses: types.ListKeysResponses };
  createKey: { data: types.CreateKeyData; responses: types.CreateKeyResponses };
  renameKey: { data: types.RenameKeyData; responses: types.RenameKeyResponses };
  revokeKey: { data: types.RevokeKeyData; responses: types.RevokeKeyResponses };
  postMcp: { data: types.PostMcpData; responses: types.PostMcpResponses };
  getHealth: { data: types.GetHealthData; responses: types.GetHealthResponses };
};
