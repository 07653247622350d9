import type { GenerateImageInput, TryOnInput } from '@styling/contracts';
import type { Scene } from './provider.ts';

type Mode = TryOnInput['mode'] | GenerateImageInput['mode'];

const SCENES: Readonly<Record<Mode, Scene>> = {
  model_shot: 'studio',
  studio: 'studio',
  reference_environment: 'reference',
  environment: 'setting',
};

/** The scene that a `mode` of POST /try_on_outfit or POST /generate_image asks for. */
export const sceneOf = (mode: Mode): Scene => SCENES[mode];
