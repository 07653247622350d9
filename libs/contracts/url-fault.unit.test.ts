import { expect, it } from 'vitest';
import { urlFault } from './url-fault.ts';

it.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['shop.example/a.jpg', 'it does not begin with http:// or https://'],
  ['localhost:8080/a.jpg', 'it does not begin with http:// or https://'],
  ['//shop.example/a.jpg', 'it does not begin with http:// or https://'],
  ['https:shop.example', 'it does not begin with http:// or https://'],
  ['secret://shop.example', 'it does not begin with http:// or https://'],
  ['DATA:image/png;base64,QUJD', 'its scheme is data:, not http: or https:'],
  ['file:///home/me/a.jpg', 'its scheme is file:, not http: or https:'],
  ['blob:https://shop.example/1', 'its scheme is blob:, not http: or https:'],
  ['ftp://shop.example/a.jpg', 'its scheme is ftp:, not http: or https:'],
  ['https://user:secret@shop.example/', 'a user name or password in the URL is not accepted'],
  ['https://user@shop.example/', 'a user name or password in the URL is not accepted'],
  ['https://shop example/a.jpg', 'it contains a space'],
  ['https://', 'its host name or port is not valid'],
  ['https://shop.example:99999/', 'its host name or port is not valid'],
  ['http://256.1.1.1/', 'its host name or port is not valid'],
])('given %j, then %s', (url, fault) => {
  expect(urlFault(url)).toBe(fault);
});
