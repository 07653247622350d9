import { readFile } from 'node:fs/promises';
import { shopServer } from './shop-server.ts';

// STYLING_URL=http://localhost:8080 STYLING_API_KEY=… node portal/embed-example/start.ts
const { STYLING_URL = 'http://localhost:8080', STYLING_API_KEY = '', PORT = '3000' } = process.env;
const page = await readFile(new URL('./page.html', import.meta.url), 'utf8');
shopServer({ stylingUrl: STYLING_URL, apiKey: STYLING_API_KEY, page }).listen(Number(PORT), () => {
  console.log(`http://localhost:${PORT}`);
});
