import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** A loaded network with one float32 input; returns the values of every output in declared order. */
export type Network = (input: Float32Array) => Promise<Float32Array[]>;

const require = createRequire(import.meta.url);
const silent = () => {};

/** The build with relaxed SIMD, which every Node that runs TypeScript has: a network takes 0.7 to 1.0 of its time. */
const build = 'litert_wasm_internal';
const wasmFolder = () => path.join(path.dirname(require.resolve('@litertjs/core')), '..', 'wasm');

/** The two files that LiteRT.js runs from. */
export const runtimeFiles = () => ({
  script: path.join(wasmFolder(), `${build}.js`),
  module: path.join(wasmFolder(), `${build}.wasm`),
});

/**
 * Starts LiteRT.js (TensorFlow Lite in WebAssembly) in this worker thread and returns a loader of .tflite models.
 *
 * LiteRT.js is written for the browser's web workers, so this makes the thread look like one.
 */
export async function startLiteRt(): Promise<(model: Uint8Array) => Promise<Network>> {
  if (isMainThread) throw new Error('LiteRT changes globals and must run in a worker thread');
  const wasm = wasmFolder();
  Object.assign(globalThis, {
    self: globalThis,
    importScripts: (file: string) => runInThisContext(readFileSync(file, 'utf8'), { filename: file }),
    require,
    __filename: path.join(wasm, 'worker.js'),
    __dirname: wasm,
    Module: { print: silent, printErr: silent },
  });
  const { loadLiteRt, loadAndCompile, Tensor } = await import('@litertjs/core');
  await quietly(() => loadLiteRt(runtimeFiles().script));
  return async (bytes) => {
    const model = await quietly(() => loadAndCompile(bytes, { accelerator: 'wasm' }));
    const shape = Array.from(model.getInputDetails()[0]?.shape ?? []);
    return async (input) => {
      const tensor = new Tensor(input, shape);
      const outputs: Float32Array[] = [];
      // Own tensors, of which data() is a copy: runs may overlap.
      for (const result of await model.run([tensor])) {
        outputs.push((await result.data()) as Float32Array);
        result.delete();
      }
      tensor.delete();
      return outputs;
    };
  };
}

/** Suppresses LiteRT's console output about itself and its delegates. */
async function quietly<Result>(action: () => Promise<Result>): Promise<Result> {
  const { warn, error, info, log } = console;
  Object.assign(console, { warn: silent, error: silent, info: silent, log: silent });
  try {
    return await action();
  } finally {
    Object.assign(console, { warn, error, info, log });
  }
}
