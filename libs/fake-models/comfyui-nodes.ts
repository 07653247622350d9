/** A node of a workflow in API format; an input is a literal, or a link `[node id, output]`. */
type PromptNode = { readonly class_type: string; readonly inputs: Readonly<Record<string, unknown>> };
export type Prompt = Readonly<Record<string, PromptNode>>;

/** What an input takes: one of these values, the name of a file in the folder of inputs, or anything. */
type InputType = readonly string[] | 'file' | 'any';
type NodeClass = {
  readonly required: Readonly<Record<string, InputType>>;
  readonly optional?: Readonly<Record<string, InputType>>;
  readonly isOutput?: boolean;
};

const any = (...names: readonly string[]): NodeClass['required'] =>
  Object.fromEntries(names.map((name) => [name, 'any']));

/** The classes the stand-in knows, with their inputs as ComfyUI declares them and the models that are installed. */
const nodeClasses: Readonly<Record<string, NodeClass>> = {
  UNETLoader: {
    required: { unet_name: ['flux-2-klein-4b.safetensors'], weight_dtype: ['default', 'fp8_e4m3fn'] },
  },
  CLIPLoader: { required: { clip_name: ['qwen_3_4b.safetensors'], type: ['flux2', 'qwen_image'] } },
  VAELoader: { required: { vae_name: ['flux2-vae.safetensors'] } },
  CLIPTextEncode: { required: any('text', 'clip') },
  ConditioningZeroOut: { required: any('conditioning') },
  LoadImage: { required: { image: 'file' } },
  ImageScaleToTotalPixels: { required: any('image', 'upscale_method', 'megapixels', 'resolution_steps') },
  VAEEncode: { required: any('pixels', 'vae') },
  ReferenceLatent: { required: any('conditioning'), optional: any('latent') },
  CFGGuider: { required: any('model', 'positive', 'negative', 'cfg') },
  RandomNoise: { required: any('noise_seed') },
  KSamplerSelect: { required: { sampler_name: ['euler'] } },
  Flux2Scheduler: { required: any('steps', 'width', 'height') },
  EmptyFlux2LatentImage: { required: any('width', 'height', 'batch_size') },
  SamplerCustomAdvanced: { required: any('noise', 'guider', 'sampler', 'sigmas', 'latent_image') },
  VAEDecode: { required: any('samples', 'vae') },
  PreviewImage: { required: any('images'), isOutput: true },
  SaveImage: { required: any('images', 'filename_prefix'), isOutput: true },
};

/** The body of `GET /object_info/{class}`; empty for an unknown class. */
export function objectInfo(name: string): object {
  const found = nodeClasses[name];
  const declared = (inputs: NodeClass['required'] = {}) =>
    Object.fromEntries(Object.entries(inputs).map(([input, type]) => [input, [Array.isArray(type) ? type : [], {}]]));
  if (!found) return {};
  return { [name]: { input: { required: declared(found.required), optional: declared(found.optional) }, name } };
}

/** The node that an input is linked to, else undefined. */
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

/**
 * Validates a prompt as ComfyUI's `execution.validate_prompt` does.
 *
 * @param hasFile whether there is such a file in the folder of inputs
 * @returns the output that can run, or the body of the error
 */
export function validate(prompt: Prompt, hasFile: (name: string) => boolean): { output: string } | { error: object } {
  const unknown = Object.entries(prompt).find(([, { class_type }]) => !nodeClasses[class_type]);
  if (unknown) return { error: { error: problem('missing_node_type', { node_id: unknown[0] }), node_errors: {} } };
  const output = Object.keys(prompt).find((id) => nodeClasses[prompt[id]?.class_type ?? '']?.isOutput);
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
  const { required = {}, optional = {} } = nodeClasses[class_type] ?? {};
  return Object.entries({ ...required, ...optional }).flatMap(([input_name, type]) => {
    const value = inputs[input_name];
    const wrong = (kind: string) => [problem(kind, { input_name, received_value: value })];
    const source = linkedTo(value);
    if (source !== undefined) return prompt[source] ? [] : wrong('bad_linked_input');
    if (value === undefined) return input_name in required ? wrong('required_input_missing') : [];
    if (type === 'file' && !hasFile(String(value))) return wrong('custom_validation_failed');
    return Array.isArray(type) && !type.includes(value) ? wrong('value_not_in_list') : [];
  });
}
