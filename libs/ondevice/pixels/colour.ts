import type { Plane } from './plane.ts';

/** Three numbers of one colour; which space they are in the name of the variable says. */
export type Triple = readonly [number, number, number];

/** sRGB byte -> linear light 0..1 (IEC 61966-2-1). */
const linearOfByte = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255));

/** sRGB 0..1 -> linear light 0..1. */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Linear light 0.. -> sRGB 0... */
export const fromLinear = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** sRGB bytes 0..255 -> linear light 0..1. */
export const linearBytes = ([r, g, b]: Triple): Triple => [toLinear(r / 255), toLinear(g / 255), toLinear(b / 255)];

/** Linear light -> OKLab: L 0..1, a and b about -0.4..0.4 (Ottosson 2020). */
export function linearToOklab(r: number, g: number, b: number): Triple {
  writeOklab(r, g, b, lab);
  return [lab[0]!, lab[1]!, lab[2]!];
}

/** Written over for each colour: an array for each pixel would have to be collected. */
const lab = new Float64Array(3);

function writeOklab(r: number, g: number, b: number, out: Float64Array): void {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  out[0] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  out[1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  out[2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
}

/** sRGB bytes 0..255 -> OKLab. */
export const oklab = ([r, g, b]: Triple): Triple => linearToOklab(...linearBytes([r, g, b]));

/** Lightness and the two colour axes of an image in OKLab, a plane each. */
export type OklabPlanes = { lightness: Plane; a: Plane; b: Plane };

/** Bytes `data` (RGB interleaved, sRGB) in OKLab. */
export function oklabPlanes(data: Uint8Array): OklabPlanes {
  const count = data.length / 3;
  const planes = { lightness: new Float32Array(count), a: new Float32Array(count), b: new Float32Array(count) };
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    writeOklab(linearOfByte[data[at]!]!, linearOfByte[data[at + 1]!]!, linearOfByte[data[at + 2]!]!, lab);
    planes.lightness[i] = lab[0]!;
    planes.a[i] = lab[1]!;
    planes.b[i] = lab[2]!;
  }
  return planes;
}

const converted = new WeakMap<Uint8Array, OklabPlanes>();

/** {@link oklabPlanes} of an image, converted once however often it is asked for; neither may be written to. */
export function oklabOf({ data }: { readonly data: Uint8Array }): OklabPlanes {
  const known = converted.get(data);
  if (known) return known;
  const planes = oklabPlanes(data);
  converted.set(data, planes);
  return planes;
}

/** Relative luminance 0..1 of each pixel (Rec. 709 weights on linear light). */
export function luminance(data: Uint8Array): Plane {
  const out = new Float32Array(data.length / 3);
  for (let i = 0; i < out.length; i++) {
    const at = i * 3;
    out[i] =
      0.2126 * linearOfByte[data[at]!]! + 0.7152 * linearOfByte[data[at + 1]!]! + 0.0722 * linearOfByte[data[at + 2]!]!;
  }
  return out;
}

/** Luminance 0..1 of a colour in linear light (Rec. 709). */
export const luminanceOf = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** How far apart two colours of cloth are, in OKLab: light counts less, as folds change it, and hue more. */
export const clothDistance = (p: Triple, q: Triple): number =>
  Math.hypot(0.7 * (p[0] - q[0]), 2 * (p[1] - q[1]), 2 * (p[2] - q[2]));

/** Folds change the OKLab lightness of plain cloth by up to this. */
const folded = 0.1;

/**
 * How far a colour is from the main one of a cloth, both in OKLab, beyond what light and shade do: they scale all of OKLab by one factor,
 * and folds change lightness by little.
 */
export function beyondShade([l, a, b]: Triple, [mainL, mainA, mainB]: Triple): { lightness: number; hue: number } {
  const light = l / mainL;
  return {
    lightness: Math.max(0, Math.abs(l - mainL) - folded),
    hue: Math.hypot(a - light * mainA, b - light * mainB),
  };
}
