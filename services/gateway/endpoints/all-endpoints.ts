import type { Endpoint } from '../http/define-endpoint.ts';
import { assetEndpoints } from './assets.ts';
import { countedEndpoints } from './counted-endpoints.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { eventEndpoints } from './events.ts';
import { getCapabilities } from './get-capabilities.ts';
import { getHealth } from './get-health.ts';
import { imageEndpoints } from './images.ts';
import { jobEndpoints } from './jobs.ts';
import { keyEndpoints } from './keys.ts';
import { postMcp } from './post-mcp.ts';
import { getUsage, getUsageDays } from './usage.ts';
import { webhookEndpoints } from './webhooks.ts';

/** In the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  ...countedEndpoints,
  ...jobEndpoints,
  ...imageEndpoints,
  ...eventEndpoints,
  ...assetEndpoints,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  getCapabilities,
  getUsage,
  getUsageDays,
  ...keyEndpoints,
  postMcp,
  getHealth,
];
