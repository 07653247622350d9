import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { maxImagePixels } from './inspect-image.ts';
import { sharp } from './sharp.ts';

const BEGINNING = 8 + 25;

/** Inserts an ICC profile as `iCCP` chunk after the header (PNG specification, 11.3.2.3). */
function addColourProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, BEGINNING), length, body, check, png.subarray(BEGINNING)]);
}

/** Longest side in pixels, memory of the decoder in bytes. */
export type HeicJob = { readonly bytes: Uint8Array; readonly maxSide: number | undefined; readonly maxMemory: number };

export type HeicAnswer = { readonly png: Uint8Array } | { readonly error: Error };

const PAGE = 65_536;

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
declare const WebAssembly: { readonly Memory: { readonly prototype: Memory } };

/** The decoder runs out of memory before the process does. */
function boundMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (this: Memory, pages) {
    if (this.buffer.byteLength + pages * PAGE > bytes) throw new RangeError('the decoder needs too much memory');
    return grow.call(this, pages);
  };
}

function loadDecoder(): MainModule {
  const require = createRequire(import.meta.url);
  const folder = 'libheif-js/libheif-wasm';
  return require(`${folder}/libheif.js`)({ wasmBinary: readFileSync(require.resolve(`${folder}/libheif.wasm`)) });
}

/** @throws Error with libheif's reason */
function checked<Result>(result: Result): Result {
  const { code, message } = result as { code?: { value: number }; message?: string };
  if (code && code.value !== 0) throw new Error(`libheif: ${message}`);
  return result;
}

/** Interleaved rows without padding, in the decoder's own memory: no copy. */
function decodePrimary(heif: MainModule, bytes: Uint8Array) {
  const context = heif.heif_context_alloc();
  checked(heif.heif_context_read_from_memory(context, bytes));
  const handle = checked(heif.heif_js_context_get_primary_image_handle(context));
  const pixels = heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle);
  if (pixels > maxImagePixels) throw new Error(`the primary image has ${pixels} pixels`);
  const channels = heif.heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const chroma = channels === 3 ? rgb : rgba;
  const image = checked(heif.heif_js_decode_image2(handle, heif.heif_colorspace.heif_colorspace_RGB, chroma));
  const [{ width, height, stride, data }] = image.channels as [Plane];
  const row = width * channels;
  for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  return { pixels: data.subarray(0, height * row), raw: { width, height, channels } } as const;
}

type Plane = { width: number; height: number; stride: number; data: Uint8Array };

async function decode({ bytes, maxSide, maxMemory }: HeicJob): Promise<Uint8Array> {
  boundMemory(maxMemory);
  const { icc } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
  const { pixels, raw } = decodePrimary(loadDecoder(), bytes);
  const image = sharp(pixels, { raw, limitInputPixels: maxImagePixels });
  if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  const png = await image.png({ compressionLevel: 0 }).toBuffer();
  return icc ? addColourProfile(png, icc) : png;
}

const answer: HeicAnswer = await decode(workerData as HeicJob).then(
  (png) => ({ png }),
  (error) => ({ error }),
);
parentPort?.postMessage(answer);
