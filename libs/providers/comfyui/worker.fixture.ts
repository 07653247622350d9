import { pino } from 'pino';
import { openEditor } from './editor.ts';
import { inFolder, order, work } from './orders.fixture.ts';

// One picture by a worker, in real time.
const [COMFYUI_URL = '', COMFYUI_WORKFLOW = '', folder = ''] = process.argv.slice(2);
const comfyui = await openEditor(
  { COMFYUI_URL, COMFYUI_WORKFLOW, COMFYUI_CONCURRENCY: 1 },
  { store: inFolder(folder), clock: () => new Date(), log: pino({ level: 'silent' }) },
);
await comfyui.generateImage(await order(), work());
await comfyui.close();
