import type { Stack } from './stack.ts';

/** What is printed once the stack runs: `ready`, then where everything is and a command to try. */
export function welcome(stack: Pick<Stack, 'apiUrl' | 'imageStoreUrl' | 'demoKey' | 'portalLink'>): string {
  const { apiUrl, imageStoreUrl, demoKey, portalLink } = stack;
  const body = `'{"selfie_base64":"%s","clothing_description":"%s","mode":"model_shot"}'`;
  const attempt = [
    `printf ${body} "$(base64 < docs/example/selfie.jpg | tr -d '\\n')" "a red wool sweater"`,
    `curl -s ${apiUrl}/try_on_outfit -H 'X-API-Key: ${demoKey}' -H 'Content-Type: application/json' --data-binary @-`,
  ].join(' | ');
  const rows = [
    ['portal', portalLink],
    ['API', apiUrl],
    ['image store', imageStoreUrl],
    ['demo key', demoKey],
    ['try', attempt],
  ];
  return ['ready', ...rows.map(([name, value]) => `  ${name?.padEnd(12)} ${value}`)].join('\n');
}
