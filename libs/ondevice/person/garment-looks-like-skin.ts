import type { Evidence } from './body-evidence.ts';
import { acrossTorso, downTorso } from './body-frame.ts';
import { onLimbs } from './on-limbs.ts';

/**
 * Whether the garment has the colour of the face, so that colour cannot distinguish them: most of the chest has, or nearly all
 * of the trunk has its hue. A bare arm or a neckline before the chest leaves something else of the trunk.
 */
export function garmentLooksLikeSkin({ frame, size, matte, skinLike, limbs }: Evidence): boolean {
  const [chest, trunk] = [
    { seen: 0, alike: 0 },
    { seen: 0, alike: 0 },
  ];
  for (let i = 0; i < matte.length; i += 3) {
    if (matte[i]! < 0.8) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const aside = Math.abs(acrossTorso(frame, x, y));
    const v = downTorso(frame, x, y);
    if (v < 0 || v > 0.9 || aside > 0.55 || onLimbs(limbs, x, y).bare > 0.5) continue;
    trunk.seen++;
    if (skinLike[i]! > 0.55) trunk.alike++;
    if (v < 0.25 || v > 0.6 || aside > 0.32) continue;
    chest.seen++;
    if (skinLike[i]! > 0.8) chest.alike++;
  }
  return (
    chest.seen > 20 &&
    trunk.alike > trunk.seen * 0.5 &&
    (chest.alike > chest.seen * 0.5 || trunk.alike > trunk.seen * 0.85)
  );
}
