import type { RgbImage } from '@styling/imaging';
import type { Networks } from '../models/networks.ts';
import type { BegunOutline } from '../person/begin-outline.ts';
import { mapBody } from '../person/body-map.ts';
import type { Person, PersonInPart } from '../person/find-person.ts';
import { estimateForeground } from '../person/foreground.ts';
import { matteFrom, seeOutline } from '../person/matte.ts';
import { parsePerson } from '../person/parse-person.ts';
import { protect } from '../person/protected.ts';
import { type Shading, separateShading, type ToShade } from '../person/shade.ts';
import { withoutFalseMesh } from '../person/without-false-mesh.ts';
import { type Rgb, union } from '../pixels/plane.ts';
import { softenSteps } from '../pixels/soften-steps.ts';
import type { Subject } from './subject.ts';

/** How a subject is read, and what happens meanwhile. */
export type HowRead = {
  /** Called once the person is cut out, which is a third of the work. */
  onMatte?: () => void;
  /** Separates the shading meanwhile; undefined if it does not. */
  shadeBeside?: ((seen: ToShade) => Promise<Shading | undefined>) | undefined;
  /** Whether the labels of a copy of half the size do for a small picture too, as where only its clothes matter. */
  coarse?: boolean;
  /** Whether the outline has no steps, as where the person is shown. Labels are of the hard one, beside which nothing is the person's. */
  soft?: boolean;
};

/** Computes what is known about a person of an image, whose outline is begun. */
export async function readSubject(
  networks: Networks,
  image: RgbImage,
  begun: BegunOutline,
  found: Person | PersonInPart,
  { onMatte, shadeBeside, coarse = false, soft = false }: HowRead = {},
): Promise<Subject> {
  const outline = await seeOutline(networks, image, begun, found.face);
  const person = 'wholly' in found ? await found.wholly() : found;
  const seen = matteFrom(outline, image, begun, person);
  onMatte?.();
  const { rgb } = begun;
  const parsed = parsePerson(image, rgb, seen, withoutFalseMesh(person, seen, image), coarse);
  const matte = union(soft ? softenSteps(seen, image) : seen, parsed.held.outline, parsed.found);
  const { labels, oklab } = parsed;
  const toShade: ToShade = { image, parsed: { labels, oklab }, matte };
  const shadedBeside = shadeBeside?.(toShade);
  const foreground = estimateForeground(rgb, matte, image);
  const body = mapBody(parsed.frame, matte, image);
  const kept = protect(parsed, body, foreground, matte, image);
  let shading = await shadedBeside;
  let hairColours: Rgb | undefined;
  return {
    size: { width: image.width, height: image.height },
    foreground,
    matte,
    parsed,
    body,
    protected: kept,
    // When first asked for: only those who are dressed need them.
    get shading() {
      shading ??= separateShading(toShade);
      return shading;
    },
    get hairColours() {
      hairColours ??= estimateForeground(foreground, kept.hair, image);
      return hairColours;
    },
  };
}
