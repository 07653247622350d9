import { readFileSync } from 'node:fs';
import type { Plane } from '../pixels/plane.ts';

/**
 * Loops over planes, whose arguments are addresses in the kernels' memory and sizes (`source/`, where they are described; compiled by
 * `npm run kernels`). They give the same values on every machine.
 */
type Kernels = {
  boxBlur(source: number, out: number, work: number, width: number, height: number, radius: number): void;
  boxBlurWork(width: number, radius: number): number;
  shrink(source: number, by: number, out: number, sums: number, ...size: readonly [...Extent, factor: number]): void;
  grow(small: number, ...to: readonly [...Extent, out: number, ...Extent, factor: number, work: number]): void;
  growWork(columns: number, factor: number): number;
  crop(image: number, out: number, work: number, ...of: readonly [...Extent, ...Turned, ...Sampling]): void;
  cropWork(side: number, taps: number): number;
  project(values: number, ...by: readonly [...Standard, weights: number, out: number, work: number, ...Layer]): void;
  addEnlarged(sums: number, side: number, small: number, from: number, units: number): void;
};

type Extent = readonly [width: number, height: number];
type Turned = readonly [x: number, y: number, across: number, down: number, cos: number, sin: number];
type Sampling = readonly [side: number, taps: number, scale: number];
type Standard = readonly [mean: number, scale: number, most: number];
type Layer = readonly [pixels: number, channels: number, units: number];

/** What is used of it: Node's types do not have it, and those of browsers would add all others. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

const memory = new WebAssembly.Memory({ initial: 1 });
const compiled = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));

/** They run on the caller's thread, each of which has its own. */
export const kernels = new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernels;

const pageBytes = 65_536;

type Addresses<Blocks> = { -readonly [K in keyof Blocks]: number };

/** Addresses of blocks of so many bytes in the kernels' memory, one after the other. Another call gives the same memory again. */
export function reserve<Blocks extends readonly number[]>(...blocks: Blocks): Addresses<Blocks> {
  // Each begins at a multiple of a vector's 16 bytes; address 0 stands for nothing.
  let end = 16;
  const addresses = blocks.map((bytes) => {
    const start = end;
    end += Math.ceil(bytes / 16) * 16;
    return start;
  });
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  return addresses as Addresses<Blocks>;
}

/** Bytes in the kernels' memory, as {@link planeAt}. */
export const bytesAt = (address: number, count: number): Uint8Array => new Uint8Array(memory.buffer, address, count);

/** A plane in the kernels' memory; no longer there after the next {@link reserve}. */
export const planeAt = (address: number, count: number): Plane => new Float32Array(memory.buffer, address, count);
