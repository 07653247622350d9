import type { TryOnOrder } from '../provider.ts';

const WHITE_STUDIO =
  'Place the person in a photo studio: a seamless, clean, pure white background, soft even light, a faint natural shadow, nothing else in the picture.';
const OWN_SCENE = 'Keep the background, the setting and the light of image 1 as they are.';
const REFERENCE_SCENE =
  'Place the person in the scene of image 2: its background, setting and light, without the people in it. If image 2 shows clothes on a plain background and no scene, keep the background and the light of image 1.';
const FITTING_SCENE =
  'Place the person in a real, everyday setting that suits the clothes, such as a city street or an office, with natural light and a background slightly out of focus.';

/**
 * The part of the prompt about the scene. Without a reference picture, `reference_environment` keeps the selfie's scene.
 *
 * @param mode of POST /try_on_outfit or POST /generate_image
 */
export function scene(mode: TryOnOrder['mode'], hasReference: boolean): string {
  switch (mode) {
    case 'model_shot':
    case 'studio':
      return WHITE_STUDIO;
    case 'environment':
      return FITTING_SCENE;
    case 'reference_environment':
      return hasReference ? REFERENCE_SCENE : OWN_SCENE;
  }
}
