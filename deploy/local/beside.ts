import { runBeside } from './run-beside.ts';

// `node beside.ts <script> [arguments]`, behind `npm run keys` and the like.
const [script, ...args] = process.argv.slice(2);
if (!script) throw new Error('use: beside.ts <script> [arguments]');
await runBeside(script, args, process.env);
