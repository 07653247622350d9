import { parentPort } from 'node:worker_threads';
import { buildSite } from './build-site.ts';

parentPort?.postMessage(await buildSite());
