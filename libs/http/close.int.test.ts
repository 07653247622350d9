import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('given a request whose body was read and whose answer is still to come, when closing, then it is answered', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: bodyRead, resolve: noteBodyRead } = Promise.withResolvers<void>();
  const server = await listen(
    {
      newRequestId: () => 'req_1',
      // Once its body is read the request itself is closed, long before anybody has an answer.
      handle: (request, response) =>
        request.resume().once('close', async () => {
          noteBodyRead();
          await mayAnswer;
          response.end('{"whole":true}');
        }),
    },
    { port: 0, host: '127.0.0.1' },
  );
  const answered = fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'x'.repeat(100_000) });
  await bodyRead;
  const closed = server.close();
  await sleep(50);
  answer();
  expect(await (await answered).json()).toEqual({ whole: true });
  await closed;
});
