import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

// Compiles source/, which is written in AssemblyScript, to kernels.wasm; with --check, compares with what is there.
const out = new URL('./kernels.wasm', import.meta.url);
const folder = `${import.meta.dirname}/source`;
const sources = globSync('*.ts', { cwd: folder }).sort();

let compiled: Uint8Array | undefined;
const options = '--outFile kernels.wasm --optimizeLevel 3 --runtime stub --enable simd --importMemory --noExportMemory';
const { error, stderr } = await asc.main([...sources, ...options.split(' ')], {
  readFile: (name) => (existsSync(`${folder}/${name}`) ? readFileSync(`${folder}/${name}`, 'utf8') : null),
  writeFile: (_, contents) => {
    compiled = Buffer.from(contents);
  },
});
if (error || !compiled) throw new Error(stderr.toString(), { cause: error });
if (!process.argv.includes('--check')) writeFileSync(out, compiled);
else if (!readFileSync(out).equals(compiled)) throw new Error('kernels.wasm is not fresh: run npm run kernels');
