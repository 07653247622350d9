import { type AttemptOptions, connectAttempts, type Reply } from '../frame/index.ts';

/** A file as ComfyUI names it, in its folder `type`: `input`, `output` or `temp`. */
export type ComfyFile = { readonly filename: string; readonly subfolder: string; readonly type: string };
type Options = Pick<AttemptOptions, 'timeoutMs' | 'signal'>;

export type ComfyApi = ReturnType<typeof connectApi>;

/** Connects to the server at `url`; each call is one request. ComfyUI has no credentials. */
export function connectApi(url: string) {
  const base = url.replace(/\/+$/, '');
  const { attempt, close } = connectAttempts();
  const get = (path: string, options: Options): Promise<Reply> =>
    attempt(`${base}${path}`, { method: 'GET', ...options });
  const post = (path: string, body: object, options: Options): Promise<Reply> =>
    attempt(`${base}${path}`, { method: 'POST', body, ...options });
  return {
    upload({ filename, subfolder, type }: ComfyFile, bytes: Uint8Array, mimeType: string, options: Options) {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(bytes)], { type: mimeType }), filename);
      form.append('subfolder', subfolder);
      form.append('type', type);
      form.append('overwrite', 'true');
      return post('/upload/image', form, options);
    },
    /** Queues a prompt under an id of ours. */
    prompt: (prompt: object, id: string, options: Options) =>
      post('/prompt', { prompt, prompt_id: id, client_id: id }, options),
    history: (id: string, options: Options) => get(`/history/${encodeURIComponent(id)}`, options),
    queue: (options: Options) => get('/queue', options),
    view: (file: ComfyFile, options: Options) => get(`/view?${new URLSearchParams(file)}`, options),
    objectInfo: (classType: string, options: Options) => get(`/object_info/${encodeURIComponent(classType)}`, options),
    unqueue: (id: string, options: Options) => post('/queue', { delete: [id] }, options),
    interrupt: (id: string, options: Options) => post('/interrupt', { prompt_id: id }, options),
    /** Forgets an ended prompt, with its texts. */
    forget: (id: string, options: Options) => post('/history', { delete: [id] }, options),
    close,
  };
}
