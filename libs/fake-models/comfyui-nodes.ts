/** A node of a workflow in API format; an input is a literal, or a link `[node id, output]`. */
type PromptNode = { readonly class_type: string; readonly inputs: Readonly<Record<string, unknown>> };
export type Prompt = Readonly<Record<string, PromptNode>>;

/** What an input takes: one of these values, the name of a file in the folder of inputs, or anything, which may be missing. */
type InputType = readonly string[] | 'file' | 'any' | 'optional';
type NodeClass = Readonly<Record<string, InputType>>;

const any = (...names: readonly string[]): NodeClass => Object.fromEntries(names.map((name) => [name, 'any']));

/** The classes the stand-in knows, with their inputs as ComfyUI declares them and the models that are installed. */
const nodeClasses: Readonly<Record<string, NodeClass>> = {
  UNETLoader: { unet_name: ['flux-2-klein-4b.safetensors'], weight_dtype: ['default', 'fp8_e4m3fn'] },
  CLIPLoader: { clip_name: ['qwen_3_4b.safetensors'], type: ['flux2', 'qwen_image'] },
  VAELoader: { vae_name: ['flux2-vae.safetensors'] },
  CLIPTextEncode: any('text', 'clip'),
  ConditioningZeroOut: any('conditioning'),
  LoadImage: { image: 'file' },
  ImageScaleToTotalPixels: any('image', 'upscale_method', 'megapixels', 'resolution_steps'),
  VAEEncode: any('pixels', 'vae'),
  ReferenceLatent: { conditioning: 'any', latent: 'optional' },
  CFGGuider: any('model', 'positive', 'negative', 'cfg'),
  RandomNoise: any('noise_seed'),
  KSamplerSelect: { sampler_name: ['euler'] },
  Flux2Scheduler: any('steps', 'width', 'height'),
  EmptyFlux2LatentImage: any('width', 'height', 'batch_size'),
  SamplerCustomAdvanced: any('noise', 'guider', 'sampler', 'sigmas', 'latent_image'),
  VAEDecode: any('samples', 'vae'),
  PreviewImage: any('images'),
  SaveImage: any('images', 'filename_prefix'),
};
const OUTPUTS: readonly unknown[] = ['PreviewImage', 'SaveImage'];

/** The body of `GET /object_info/{class}`; empty for an unknown class. */
export function objectInfo(name: string): object {
  const required = Object.entries(nodeClasses[name] ?? {}).filter(([, type]) => type !== 'optional');
  if (!nodeClasses[name]) return {};
  return { [name]: { input: { required: Object.fromEntries(required.map(([input]) => [input, []])) }, name } };
}

const linkedTo = (input: unknown): string | undefined =>
  Array.isArray(input) && input.length === 2 && typeof input[0] === 'string' ? input[0] : undefined;

/** The nodes that `output` needs, each after those it needs itself. */
export function neededBy(prompt: Prompt, output: string, seen: Set<string> = new Set()): string[] {
  for (const input of Object.values(prompt[output]?.inputs ?? {})) {
    const source = linkedTo(input);
    if (source !== undefined && prompt[source] && !seen.has(source)) neededBy(prompt, source, seen);
  }
  seen.add(output);
  return [...seen];
}

const problem = (type: string, extra_info: object = {}) => ({ type, message: type, details: '', extra_info });

/** Validates like ComfyUI's `execution.validate_prompt`: the output that can run, or the body of the error. */
export function validate(prompt: Prompt, hasFile: (name: string) => boolean): { output: string } | { error: object } {
  const unknown = Object.entries(prompt).find(([, { class_type }]) => !nodeClasses[class_type]);
  if (unknown) return { error: { error: problem('missing_node_type', { node_id: unknown[0] }), node_errors: {} } };
  const output = Object.keys(prompt).find((id) => OUTPUTS.includes(prompt[id]?.class_type));
  if (output === undefined) return { error: { error: problem('prompt_no_outputs'), node_errors: {} } };
  const wrong = neededBy(prompt, output).flatMap((id) => {
    const errors = errorsOf(prompt, id, hasFile);
    return errors.length > 0 ? [[id, { errors, class_type: prompt[id]?.class_type }] as const] : [];
  });
  if (wrong.length === 0) return { output };
  return { error: { error: problem('prompt_outputs_failed_validation'), node_errors: Object.fromEntries(wrong) } };
}

function errorsOf(prompt: Prompt, id: string, hasFile: (name: string) => boolean): object[] {
  const { class_type = '', inputs = {} } = prompt[id] ?? {};
  return Object.entries(nodeClasses[class_type] ?? {}).flatMap(([input_name, type]) => {
    const value = inputs[input_name];
    const wrong = (kind: string) => [problem(kind, { input_name, received_value: value })];
    const source = linkedTo(value);
    if (source !== undefined) return prompt[source] ? [] : wrong('bad_linked_input');
    if (value === undefined) return type !== 'optional' ? wrong('required_input_missing') : [];
    if (type === 'file' && !hasFile(String(value))) return wrong('custom_validation_failed');
    return Array.isArray(type) && !type.includes(value) ? wrong('value_not_in_list') : [];
  });
}
