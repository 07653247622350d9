/** A node of a workflow in API format; an input is a literal, or a link `[node id, output]`. */
export type PromptNode = {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly _meta?: { readonly title?: string };
};
export type Prompt = Readonly<Record<string, PromptNode>>;

/** The type of an input: a name such as `IMAGE`, or the list of its values. */
type InputType = string | readonly string[];
export type NodeClass = {
  readonly required: Readonly<Record<string, InputType>>;
  readonly optional?: Readonly<Record<string, InputType>>;
  readonly output: readonly string[];
  readonly isOutput?: boolean;
};

/** Input that names a file in the folder of inputs. */
export const IMAGE_FILE = 'IMAGE_FILE';

/** The classes the stand-in knows, with their inputs as ComfyUI declares them and the models that are installed. */
export const nodeClasses: Readonly<Record<string, NodeClass>> = {
  UNETLoader: {
    required: { unet_name: ['flux-2-klein-4b.safetensors'], weight_dtype: ['default', 'fp8_e4m3fn'] },
    output: ['MODEL'],
  },
  CLIPLoader: { required: { clip_name: ['qwen_3_4b.safetensors'], type: ['flux2', 'qwen_image'] }, output: ['CLIP'] },
  VAELoader: { required: { vae_name: ['flux2-vae.safetensors'] }, output: ['VAE'] },
  CLIPTextEncode: { required: { text: 'STRING', clip: 'CLIP' }, output: ['CONDITIONING'] },
  ConditioningZeroOut: { required: { conditioning: 'CONDITIONING' }, output: ['CONDITIONING'] },
  LoadImage: { required: { image: IMAGE_FILE }, output: ['IMAGE', 'MASK'] },
  ImageScaleToTotalPixels: {
    required: { image: 'IMAGE', upscale_method: ['lanczos', 'area'], megapixels: 'FLOAT', resolution_steps: 'INT' },
    output: ['IMAGE'],
  },
  VAEEncode: { required: { pixels: 'IMAGE', vae: 'VAE' }, output: ['LATENT'] },
  ReferenceLatent: {
    required: { conditioning: 'CONDITIONING' },
    optional: { latent: 'LATENT' },
    output: ['CONDITIONING'],
  },
  CFGGuider: {
    required: { model: 'MODEL', positive: 'CONDITIONING', negative: 'CONDITIONING', cfg: 'FLOAT' },
    output: ['GUIDER'],
  },
  RandomNoise: { required: { noise_seed: 'INT' }, output: ['NOISE'] },
  KSamplerSelect: { required: { sampler_name: ['euler'] }, output: ['SAMPLER'] },
  Flux2Scheduler: { required: { steps: 'INT', width: 'INT', height: 'INT' }, output: ['SIGMAS'] },
  EmptyFlux2LatentImage: { required: { width: 'INT', height: 'INT', batch_size: 'INT' }, output: ['LATENT'] },
  SamplerCustomAdvanced: {
    required: { noise: 'NOISE', guider: 'GUIDER', sampler: 'SAMPLER', sigmas: 'SIGMAS', latent_image: 'LATENT' },
    output: ['LATENT', 'LATENT'],
  },
  VAEDecode: { required: { samples: 'LATENT', vae: 'VAE' }, output: ['IMAGE'] },
  PreviewImage: { required: { images: 'IMAGE' }, output: [], isOutput: true },
  SaveImage: { required: { images: 'IMAGE', filename_prefix: 'STRING' }, output: [], isOutput: true },
};

/** The body of `GET /object_info` and `GET /object_info/{class}`; empty for an unknown class. */
export function objectInfo(name?: string): object {
  const wanted = Object.entries(nodeClasses).filter(([known]) => name === undefined || known === name);
  return Object.fromEntries(
    wanted.map(([known, { required, optional, output, isOutput = false }]) => [
      known,
      {
        input: { required: declared(required), ...(optional && { optional: declared(optional) }) },
        output,
        name: known,
        display_name: known,
        output_node: isOutput,
      },
    ]),
  );
}

const declared = (inputs: Readonly<Record<string, InputType>>) =>
  Object.fromEntries(Object.entries(inputs).map(([name, type]) => [name, [type === IMAGE_FILE ? [] : type, {}]]));

/** The node that an input is linked to, else undefined. */
export const linkedTo = (input: unknown): string | undefined =>
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
