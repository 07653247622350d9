import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { packedChromium } from './packed-chromium.ts';

/**
 * Nothing but what a test asks for goes over the network. Without a sandbox, as containers mostly forbid it: open only pages of
 * one's own.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
];

/** Without a window nobody could be asked whether a page may have the camera. */
const CAMERA_FLAGS = ['--use-fake-ui-for-media-stream'];

/**
 * Starts a headless Chromium with an empty profile: the one that is installed (`CHROMIUM_PATH`, `PATH`), else the one among the
 * packages. Its camera shows a picture, or a pattern.
 *
 * @param options.camera path of a JPEG whose sides are even, and whose name ends in `.mjpeg`; pages may have it
 */
export async function launchBrowser(options: { readonly camera?: string } = {}): Promise<Browser> {
  const installed = await findChromium(process.env);
  const { executablePath, variables } = installed
    ? { executablePath: installed, variables: {} }
    : await packedChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...variables },
    args: [
      ...FLAGS,
      ...(options.camera ? [...CAMERA_FLAGS, `--use-file-for-fake-video-capture=${options.camera}`] : []),
    ],
  });
}
