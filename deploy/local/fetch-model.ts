import { join } from 'node:path';
import { fetchSegmentationModel } from './segmentation-model.ts';
import { stackSettings } from './settings.ts';

// `npm run fetch-model`: fetches a segmentation network for the embedded engine, which the project may not include.
try {
  const { dataDir, segmentationModelUrl: url } = stackSettings(process.env);
  const { path, digest } = await fetchSegmentationModel(join(dataDir, 'models'), { url });
  console.log(`SHA-256 ${digest}\nto use it: ONDEVICE_SEGMENTATION_MODEL=${path} npm start`);
} catch (error) {
  console.error(`fetch-model: ${(error as Error).message}`);
  process.exitCode = 1;
}
