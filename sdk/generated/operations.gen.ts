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
  createAsset: { method: 'POST', path: '/assets' },
  listAssets: { method: 'GET', path: '/assets' },
  getAsset: { method: 'GET', path: '/assets/{id}' },
  deleteAsset: { method: 'DELETE', path: '/assets/{id}' },
  getUsage: { method: 'GET', path: '/usage' },
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
  createAsset: { data: types.CreateAssetData; responses: types.CreateAssetResponses };
  listAssets: { data: types.ListAssetsData; responses: types.ListAssetsResponses };
  getAsset: { data: types.GetAssetData; responses: types.GetAssetResponses };
  deleteAsset: { data: types.DeleteAssetData; responses: types.DeleteAssetResponses };
  getUsage: { data: types.GetUsageData; responses: types.GetUsageResponses };
  getHealth: { data: types.GetHealthData; responses: types.GetHealthResponses };
};
