import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runtimeFiles } from './models/litert.ts';
import { readWeights, type Weights, weights } from './models/weights.ts';

// TypeScript declares it only together with the browser's globals.
declare const WebAssembly: { validate(module: Uint8Array): boolean };

/** The parts of the engine: all networks' weights, and the paths of LiteRT.js's script and WebAssembly module. */
export type Installation = {
  readonly weights: Readonly<Record<string, () => Weights>>;
  readonly runtime: { readonly script: string; readonly module: string };
};

const installed = (): Installation => ({ weights, runtime: runtimeFiles() });

/**
 * Checks, in some 50 ms and without keeping anything in memory, that all parts of the engine are installed and complete,
 * and that this machine's V8 supports the runtime, which needs SIMD. It does not run the networks: their versions are
 * pinned, and the tests run them.
 *
 * @throws Error naming the unusable part
 */
export async function checkInstallation({ weights, runtime }: Installation = installed()): Promise<void> {
  for (const [name, locate] of Object.entries(weights)) {
    try {
      const found = locate();
      if (Buffer.from(readWeights(found, 8)).toString('latin1', 4) !== 'TFL3') throw new Error('not a model');
      readWeights({ file: found.file, from: found.from + found.length - 1, length: 1 });
    } catch (cause) {
      throw new Error(`embedded engine: cannot use network ${name}: ${(cause as Error).message}`, { cause });
    }
  }
  if (!existsSync(runtime.script)) throw new Error('embedded engine: runtime is not installed');
  const module = await readFile(runtime.module).catch((cause) => {
    throw new Error('embedded engine: runtime is not installed', { cause });
  });
  if (!WebAssembly.validate(module)) throw new Error('embedded engine: this machine does not support the runtime');
}
