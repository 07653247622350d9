import { describe, expect, it } from 'vitest';
import { selfiePathOf, withAsset, withSelfiePath } from './mcp.ts';
import { failed, type Message, readMessage, revisionOf, toolError } from './mcp-relay.ts';

const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
const call = (given: object, params: object = {}): Message => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'try_on_outfit', arguments: given, ...params },
});

describe('messages', () => {
  it('given lines, then only JSON-RPC is read', () => {
    expect(readMessage('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).toMatchObject({ method: 'tools/list' });
    for (const line of ['', '{', '7', 'null', '{"id":1}', '{"error":"Missing API key"}']) {
      expect(readMessage(line)).toBeUndefined();
    }
  });

  it('given a failure, then the response has the id of its request, in the form of its revision', () => {
    expect(failed('a', 'no response')).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32000, message: 'no response' },
    });
    expect(failed(undefined, 'no message')).not.toHaveProperty('id');
    expect(revisionOf(call({}, modern))).toBe('2026-07-28');
    const content = [{ type: 'text', text: 'nobody' }];
    expect(toolError(call({}), 'nobody').result).toEqual({ isError: true, content });
    expect(toolError(call({}, modern), 'nobody').result).toEqual({ resultType: 'complete', isError: true, content });
  });
});

describe('the path of a selfie', () => {
  it('given a list of tools, then those that take a selfie take its path', () => {
    const schema = (properties: object) => ({ type: 'object', properties });
    const tools = [
      { name: 'try_on_outfit', inputSchema: schema({ selfie_asset_id: {}, mode: {} }) },
      { name: 'get_job', inputSchema: schema({ id: {} }) },
    ];
    const listed = withSelfiePath({ jsonrpc: '2.0', id: 1, result: { tools, resultType: 'complete' } });
    expect(listed.result).toMatchObject({ resultType: 'complete' });
    const [tryOn, getJob] = (listed.result?.tools ?? []) as { inputSchema: { properties: object } }[];
    expect(Object.keys(tryOn?.inputSchema.properties ?? {})).toEqual(['selfie_path', 'selfie_asset_id', 'mode']);
    expect(getJob).toEqual(tools[1]);
  });

  it('given a call with a path, then the asset takes its place, and all else stays', () => {
    const message = call({ selfie_path: 'me.jpg', mode: 'model_shot' }, modern);
    expect(selfiePathOf(message)).toBe('me.jpg');
    expect(withAsset(message, 'ast_1')).toEqual(call({ mode: 'model_shot', selfie_asset_id: 'ast_1' }, modern));
    expect(selfiePathOf(call({ selfie_base64: '' }))).toBeUndefined();
    expect(selfiePathOf({ jsonrpc: '2.0', method: 'tools/list' })).toBeUndefined();
  });
});
