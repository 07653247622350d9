import { boxBlur } from './box-blur.ts';
import { type Plane, type Rgb, type Size, times } from './plane.ts';
import { grow, growRow, shrink } from './resample.ts';
import { clamp } from './scalar.ts';

/**
 * The guided filter with a colour guide: smooths a plane within (2 `radius` + 1)² windows while its edges follow the
 * guide's (He, Sun, Tang, "Guided Image Filtering", PAMI 2013). The guide's statistics are computed once, and for wide
 * windows on a smaller copy (He, Sun, "Fast Guided Filter", 2015): the coefficients are smooth, the guide is not.
 *
 * @param guide colour image 0..1
 * @param epsilon regularisation in squared guide units: larger smooths across stronger edges
 * @returns a function that filters a plane of values 0..1
 */
export function guidedFilter(guide: Rgb, size: Size, radius: number, epsilon: number): (input: Plane) => Plane {
  const { factor, smaller, mean, meanOfProduct, small: smallSize } = scaledBy(size, radius);
  const small: Rgb = [smaller(guide[0]), smaller(guide[1]), smaller(guide[2])];
  const means: Rgb = [mean(small[0]), mean(small[1]), mean(small[2])];
  const inverse = invertedCovariance(small, means, meanOfProduct, epsilon);
  return (full) => {
    const input = smaller(full);
    const offset = mean(input);
    const a: Rgb = [meanOfProduct(small[0], input), meanOfProduct(small[1], input), meanOfProduct(small[2], input)];
    solve(a, offset, means, inverse);
    const lines = [...a, offset].map((plane) => mean(plane, plane)) as unknown as Four;
    const out = new Float32Array(full.length);
    if (factor === 1) followGuide(lines, guide, 0, out);
    else followEnlarged(lines, smallSize, guide, size, factor, out);
    return out;
  };
}

/** Slopes along red, green and blue, and offsets: of a plane or of a row of it. */
type Four = readonly [Plane, Plane, Plane, Plane];

/** From means of products of guide and input to slopes, and from means of the input, `offset`, to offsets, in place. */
function solve(a: Rgb, offset: Plane, means: Rgb, inverse: Six): void {
  for (let i = 0; i < offset.length; i++) {
    const mean = offset[i]!;
    const x = a[0][i]! - means[0][i]! * mean;
    const y = a[1][i]! - means[1][i]! * mean;
    const z = a[2][i]! - means[2][i]! * mean;
    a[0][i] = inverse[0][i]! * x + inverse[1][i]! * y + inverse[2][i]! * z;
    a[1][i] = inverse[1][i]! * x + inverse[3][i]! * y + inverse[4][i]! * z;
    a[2][i] = inverse[2][i]! * x + inverse[4][i]! * y + inverse[5][i]! * z;
    offset[i] = mean - a[0][i]! * means[0][i]! - a[1][i]! * means[1][i]! - a[2][i]! * means[2][i]!;
  }
}

/** What the lines give for the guide's colours, to `out` from `start` on. */
function followGuide([ar, ag, ab, offset]: Four, [red, green, blue]: Rgb, start: number, out: Plane): void {
  for (let k = 0, i = start; k < offset.length; k++, i++)
    out[i] = clamp(ar[k]! * red[i]! + ag[k]! * green[i]! + ab[k]! * blue[i]! + offset[k]!, 0, 1);
}

/** {@link followGuide} for lines on a smaller copy, row by row: enlarged planes would be read once. */
function followEnlarged(lines: Four, size: Size, guide: Rgb, { width, height }: Size, factor: number, out: Plane) {
  const between = new Float32Array(size.width);
  const rows = lines.map(() => new Float32Array(width)) as unknown as Four;
  for (let y = 0; y < height; y++) {
    for (let k = 0; k < rows.length; k++) growRow({ plane: lines[k]!, size }, factor, y, between, rows[k]!, 0, width);
    followGuide(rows, guide, y * width, out);
  }
}

/** The guided filter of a plane guided by itself: smooths it, keeps its edges. */
export function smoothKeepingEdges(plane: Plane, size: Size, radius: number, epsilon: number): Plane {
  const { smaller, mean, meanOfProduct, larger } = scaledBy(size, radius);
  const small = smaller(plane);
  const means = mean(small);
  const slope = meanOfProduct(small, small);
  const offset = new Float32Array(small.length);
  for (let i = 0; i < slope.length; i++) {
    const variance = slope[i]! - means[i]! * means[i]!;
    slope[i] = variance / (variance + epsilon);
    offset[i] = means[i]! * (1 - slope[i]!);
  }
  const out = larger(mean(slope, slope));
  const base = larger(mean(offset, offset));
  for (let i = 0; i < out.length; i++) out[i] = clamp(out[i]! * plane[i]! + base[i]!, 0, 1);
  return out;
}

/** Means of windows, on a copy whose pixels are at most a quarter of the radius large. */
function scaledBy(size: Size, radius: number) {
  const factor = radius >= 8 ? 4 : radius >= 4 ? 2 : 1;
  const small = { width: Math.ceil(size.width / factor), height: Math.ceil(size.height / factor) };
  const mean = (plane: Plane, out?: Plane) => boxBlur(plane, small, Math.max(1, Math.round(radius / factor)), out);
  return {
    factor,
    small,
    mean,
    meanOfProduct: (p: Plane, q: Plane) => {
      const product = times(p, q);
      return mean(product, product);
    },
    smaller: (plane: Plane) => (factor === 1 ? plane : shrink(plane, size, factor).plane),
    larger: (plane: Plane, out?: Plane) => (factor === 1 ? plane : grow({ plane, size: small }, size, factor, out)),
  };
}

type Six = readonly [Plane, Plane, Plane, Plane, Plane, Plane];

/** Per pixel the inverse of the window's symmetric 3x3 covariance plus `epsilon` on the diagonal: rr rg rb gg gb bb. */
function invertedCovariance(
  [red, green, blue]: Rgb,
  means: Rgb,
  meanOfProduct: (p: Plane, q: Plane) => Plane,
  epsilon: number,
): Six {
  const six: Six = [
    meanOfProduct(red, red),
    meanOfProduct(red, green),
    meanOfProduct(red, blue),
    meanOfProduct(green, green),
    meanOfProduct(green, blue),
    meanOfProduct(blue, blue),
  ];
  for (let i = 0; i < red.length; i++) {
    const r = means[0][i]!;
    const g = means[1][i]!;
    const b = means[2][i]!;
    const rr = six[0][i]! - r * r + epsilon;
    const rg = six[1][i]! - r * g;
    const rb = six[2][i]! - r * b;
    const gg = six[3][i]! - g * g + epsilon;
    const gb = six[4][i]! - g * b;
    const bb = six[5][i]! - b * b + epsilon;
    const c0 = gg * bb - gb * gb;
    const c1 = rb * gb - rg * bb;
    const c2 = rg * gb - rb * gg;
    const scale = 1 / (rr * c0 + rg * c1 + rb * c2);
    six[0][i] = c0 * scale;
    six[1][i] = c1 * scale;
    six[2][i] = c2 * scale;
    six[3][i] = (rr * bb - rb * rb) * scale;
    six[4][i] = (rg * rb - rr * gb) * scale;
    six[5][i] = (rr * gg - rg * rg) * scale;
  }
  return six;
}
