import { expect, it } from 'vitest';
import { urlFault } from './url-fault.ts';

it.each([
  ['', 'it is empty'],
  ['shop.example/a.jpg', 'it does not begin with http:// or https://'],
  ['https:shop.example', 'it does not begin with http:// or https://'],
  ['secret://shop.example', 'it does not begin with http:// or https://'],
  ['DATA:image/png;base64,QUJD', 'its scheme is data:, not http: or https:'],
  ['https://user:secret@shop.example/', 'a user name or password in the URL is not accepted'],
  ['https://shop example/a.jpg', 'it contains a space'],
  ['https://shop.example:99999/', 'its host name or port is not valid'],
])('given %j, then %s', (url, fault) => {
  expect(urlFault(url)).toBe(fault);
});
