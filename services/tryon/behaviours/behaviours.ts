import type { ProviderFor } from '@styling/capability';

/** What a provider of try-ons has to show. Each is a test that runs for every provider. */
export const behaviours = {
  picture: 'An order becomes a JPEG that is marked as generated, without metadata of the selfie',
  setting: 'A wrong setting ends the start with one line that names it',
  person: 'A selfie without a person is refused before a model is asked',
  away: 'While it cannot be reached a request is tried again, and answered 503 at the last attempt',
  brokenPicture: 'A broken picture is an internal error, without a word of the vendor',
  refusal: 'A refusal by its content filter is a 400 `content_refused`',
  deadline: 'Work that hangs ends before the deadline of its request, with a 504',
  cancel: 'A canceled request ends its work',
  redelivery: 'A request that a worker left is finished by another one; resumable: without asking twice',
  secrets: 'No description, address or key is in an event or a log line',
} as const;
export type Behaviour = keyof typeof behaviours;

/** What a provider cannot show, and why; it shows all the rest. */
export const exempt: { readonly [Name in ProviderFor<'tryon'>]: Readonly<Partial<Record<Behaviour, string>>> } = {
  ondevice: {
    away: 'runs in the worker itself',
    brokenPicture: 'encodes its pictures itself',
    refusal: 'has no content filter',
    deadline: 'takes seconds',
    redelivery: 'keeps nothing: a redelivery is to it what the first delivery is',
  },
  replicate: {},
  'openai-images': {},
  comfyui: { refusal: 'the server has no content filter' },
};
