import { boxBlur } from './box-blur.ts';
import { type Plane, type Rgb, type Size, times } from './plane.ts';
import { samplePlane, shrink } from './resample.ts';
import { clamp } from './scalar.ts';

/**
 * The guided filter with a colour guide: smooths a plane within (2 `radius` + 1)² windows while its edges follow the
 * guide's (He, Sun, Tang, "Guided Image Filtering", PAMI 2013). Wide windows are taken from copies of half the size ("Fast Guided Filter",
 * arXiv 1505.00996). The guide's statistics are computed once.
 *
 * @param guide colour image 0..1
 * @param epsilon regularisation in squared guide units: larger smooths across stronger edges
 * @returns a function that filters a plane of values 0..1
 */
export function guidedFilter(guide: Rgb, size: Size, radius: number, epsilon: number): (input: Plane) => Plane {
  const by = radius > 5 ? 2 : 1;
  const [red, green, blue] = guide;
  const { plane: smallRed, size: small } = shrink(red, size, by);
  const smallGuide: Rgb = [smallRed, shrink(green, size, by).plane, shrink(blue, size, by).plane];
  const mean = (plane: Plane, out?: Plane) => boxBlur(plane, small, radius / by, out);
  const meanOfProduct = (p: Plane, q: Plane) => {
    const product = times(p, q);
    return mean(product, product);
  };
  const means: Rgb = [mean(smallGuide[0]), mean(smallGuide[1]), mean(smallGuide[2])];
  const inverse = invertedCovariance(smallGuide, means, meanOfProduct, epsilon);
  return (input) => {
    const { plane: smallInput } = shrink(input, size, by);
    const offset = mean(smallInput);
    const ofProduct = (channel: Plane) => meanOfProduct(channel, smallInput);
    const a: Rgb = [ofProduct(smallGuide[0]), ofProduct(smallGuide[1]), ofProduct(smallGuide[2])];
    solve(a, offset, means, inverse);
    const atFullSize = (plane: Plane) => samplePlane(mean(plane, plane), small, 1 / by, size);
    const [ar, ag, ab, b] = [atFullSize(a[0]), atFullSize(a[1]), atFullSize(a[2]), atFullSize(offset)];
    for (let i = 0; i < b.length; i++)
      b[i] = clamp(ar[i]! * red[i]! + ag[i]! * green[i]! + ab[i]! * blue[i]! + b[i]!, 0, 1);
    return b;
  };
}

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

/** The guided filter of a plane guided by itself: smooths it, keeps its edges. */
export function smoothKeepingEdges(plane: Plane, size: Size, radius: number, epsilon: number): Plane {
  const means = boxBlur(plane, size, radius);
  const slope = boxBlur(times(plane, plane), size, radius);
  const offset = new Float32Array(plane.length);
  for (let i = 0; i < slope.length; i++) {
    const variance = Math.max(0, slope[i]! - means[i]! * means[i]!);
    slope[i] = variance / (variance + epsilon);
    offset[i] = means[i]! * (1 - slope[i]!);
  }
  const [out, base] = [boxBlur(slope, size, radius), boxBlur(offset, size, radius)];
  for (let i = 0; i < out.length; i++) out[i] = clamp(out[i]! * plane[i]! + base[i]!, 0, 1);
  return out;
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
