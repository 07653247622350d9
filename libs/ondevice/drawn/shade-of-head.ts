import type { Subject } from '../garment/subject.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './measures.ts';

/** How dark the shade is, how far below what throws it it lies, and how soft it is; lengths in shoulder widths. */
const strength = 0.42;
const below = 0.035;
const soft = 0.035;

/** Darkens the drawn cloth below and beside `over` (0..1), what lies before it: head, hair and hands, on the side away from the light. */
export function shadeBelow(canvas: Canvas, { size, matte }: Subject, { scale, light }: Measures, over: Plane): void {
  const dx = Math.round(-0.05 * light[0] * scale);
  const dy = Math.round(below * scale);
  const thrown = new Float32Array(over.length);
  for (let y = Math.max(0, dy); y < size.height; y++)
    for (let x = Math.max(0, dx); x < Math.min(size.width, size.width + dx); x++) {
      const from = (y - dy) * size.width + x - dx;
      thrown[y * size.width + x] = over[from]! * matte[from]!;
    }
  const shade = gaussianBlur(thrown, size, Math.max(1, soft * scale));
  const [r, g, b] = canvas.rgb;
  for (let i = 0; i < shade.length; i++) {
    const keep = 1 - strength * shade[i]! * canvas.cloth[i]!;
    if (keep >= 1) continue;
    r[i]! *= keep;
    g[i]! *= keep;
    b[i]! *= keep;
  }
}
