import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

/** The networks' weights: Google's MediaPipe models (Apache-2.0) as their npm packages ship them. */
export const weights = {
  faceDetector: () => packed('face_detection_short_range.tflite'),
  faceMesh: () => packed('face_landmark.tflite'),
  poseDetector: () => packed('pose_detection.tflite'),
  poseLandmarks: () => readFileSync(packageFile('@mediapipe/holistic', 'pose_landmark_full.tflite')),
  selfieMask: () => readFileSync(packageFile('@mediapipe/selfie_segmentation', 'selfie_segmentation.tflite')),
};

/** One file of the package's Emscripten bundle; the byte ranges are listed in the bundle's loader script. */
function packed(name: string): Buffer {
  const loader = readFileSync(packageFile('@mediapipe/holistic', 'holistic_solution_packed_assets_loader.js'), 'utf8');
  for (const [, file = '', start, end] of loader.matchAll(
    /"filename": *"([^"]*)", *"start": *(\d+), *"end": *(\d+)/g,
  )) {
    if (!file.endsWith(`/${name}`)) continue;
    const bytes = Buffer.alloc(Number(end) - Number(start));
    const bundle = openSync(packageFile('@mediapipe/holistic', 'holistic_solution_packed_assets.data'), 'r');
    try {
      readSync(bundle, bytes, 0, bytes.length, Number(start));
    } finally {
      closeSync(bundle);
    }
    return bytes;
  }
  throw new Error(`the bundle of @mediapipe/holistic holds no ${name}`);
}
