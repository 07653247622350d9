import { expect, test } from 'vitest';
import { welcome } from './run-stack.ts';

const text = welcome({
  apiUrl: 'http://localhost:8080',
  imageStoreUrl: 'http://localhost:9000/styling',
  demoKey: 'key',
  portalLink: 'http://localhost:8080/portal/sign-in#token=secret',
});

test('given a stack that runs, then ready is a line of its own, followed by what there is', () => {
  expect(text.split('\n').map((line) => line.slice(0, 15).trimEnd())).toEqual(
    ['ready', '  portal       ', '  API          ', '  image store  ', '  demo key     ', '  try          '].map(
      (line) => line.trimEnd(),
    ),
  );
});

test('given the link to the portal, then it is shown whole', () => {
  expect(text).toContain('\n  portal       http://localhost:8080/portal/sign-in#token=secret\n');
});

test('given the command to try, then it sends the photo with the key to the API', () => {
  expect(text).toContain(
    `printf '{"selfie_base64":"%s","clothing_description":"%s","mode":"model_shot"}' "$(base64 < docs/example/selfie.jpg | tr -d '\\n')" "a red wool sweater" | curl -s http://localhost:8080/try_on_outfit -H 'X-API-Key: key' -H 'Content-Type: application/json' --data-binary @-`,
  );
});
