import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 keep what it compiled, in this whole process and its threads: call it before a thread starts. Most loops over pixels belong to functions
 * that are called once a picture. V8 optimises those inside their first loop (on-stack replacement), and drops that code with the next full
 * collection, of which planes cause twenty a picture: each picture compiled the same loops again. Replaced by TurboFan's code only, not by
 * Maglev's first, a function is optimised as a whole with its third call, and stays so.
 */
export function keepCompiled(): void {
  setFlagsFromString('--no-maglev-osr');
  setFlagsFromString('--no-flush-bytecode');
}
