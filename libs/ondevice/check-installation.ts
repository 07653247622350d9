import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runtimeFiles } from './models/litert.ts';
import { readWeights, type Weights, weights } from './models/weights.ts';

// TypeScript's own declaration comes with those of the browser only.
declare const WebAssembly: { validate(module: Uint8Array): boolean };

/** What the engine is made of: all networks' weights, and LiteRT.js's script and WebAssembly module by path. */
export type Installation = {
  readonly weights: Readonly<Record<string, () => Weights>>;
  readonly runtime: { readonly script: string; readonly module: string };
};

const installed = (): Installation => ({ weights, runtime: runtimeFiles() });

/**
 * Makes sure, in some 50 ms and without keeping anything, that the engine's parts are all there and whole, and that this
 * machine's V8 takes the runtime, which wants SIMD. That the networks run on it needs no look at each start: versions
 * are pinned, and the tests run them.
 *
 * @throws Error saying which part cannot be used
 */
export async function checkInstallation({ weights, runtime }: Installation = installed()): Promise<void> {
  for (const [name, locate] of Object.entries(weights)) {
    try {
      const found = locate();
      if (Buffer.from(readWeights(found, 8)).toString('latin1', 4) !== 'TFL3') throw new Error('it is no model');
      readWeights({ ...found, from: found.from + found.length - 1, length: 1 });
    } catch (cause) {
      throw new Error(`the embedded engine's network ${name} cannot be used: ${(cause as Error).message}`, { cause });
    }
  }
  if (!existsSync(runtime.script)) throw new Error("the embedded engine's runtime is not installed");
  const module = await readFile(runtime.module).catch((cause) => {
    throw new Error("the embedded engine's runtime is not installed", { cause });
  });
  if (!WebAssembly.validate(module)) throw new Error("this machine cannot run the embedded engine's runtime");
}
