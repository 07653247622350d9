import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

/** Location of a network's weights: a byte range of a file. */
export type Weights = { readonly file: string; readonly from: number; readonly length: number };

/** The networks' weights: Google's MediaPipe models (Apache-2.0) as their npm packages ship them. */
export const weights = {
  faceDetector: () => packed('face_detection_short_range.tflite'),
  faceMesh: () => packed('face_landmark.tflite'),
  poseDetector: () => packed('pose_detection.tflite'),
  poseLandmarks: () => whole(packageFile('@mediapipe/holistic', 'pose_landmark_full.tflite')),
  handCrop: () => packed('hand_recrop.tflite'),
  handLandmarks: () => packed('hand_landmark_full.tflite'),
  selfieMask: () => whole(packageFile('@mediapipe/selfie_segmentation', 'selfie_segmentation.tflite')),
} satisfies Record<string, () => Weights>;

/** Reads weights, or the first `most` bytes of them. @throws Error if the file is too short */
export function readWeights({ file, from, length }: Weights, most = length): Uint8Array {
  const bytes = new Uint8Array(Math.min(length, most));
  const descriptor = openSync(file, 'r');
  try {
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    if (read < bytes.length) throw new Error(`${path.basename(file)} is truncated`);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

const whole = (file: string): Weights => ({ file, from: 0, length: statSync(file).size });

/** One file of the package's Emscripten bundle; the byte ranges are listed in the bundle's loader script. */
function packed(name: string): Weights {
  const loader = readFileSync(packageFile('@mediapipe/holistic', 'holistic_solution_packed_assets_loader.js'), 'utf8');
  for (const [, file = '', start, end] of loader.matchAll(
    /"filename": *"([^"]*)", *"start": *(\d+), *"end": *(\d+)/g,
  )) {
    if (!file.endsWith(`/${name}`)) continue;
    const bundle = packageFile('@mediapipe/holistic', 'holistic_solution_packed_assets.data');
    return { file: bundle, from: Number(start), length: Number(end) - Number(start) };
  }
  throw new Error(`the bundle of @mediapipe/holistic does not contain ${name}`);
}
