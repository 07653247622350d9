import type { Triple } from '../pixels/colour.ts';

/**
 * Tinted shades of black, greys and white: those of ISCC-NBS (Kelly and Judd 1976, NBS Special Publication 440), as light tints cloth
 * without a colour and CIEDE2000 sees hue in it at once.
 */
export const tintedShades = {
  black: [
    [40, 32, 34],
    [40, 32, 28],
    [37, 36, 29],
    [30, 35, 33],
    [32, 36, 40],
    [36, 33, 36],
    [46, 29, 33],
    [26, 36, 33],
  ],
  charcoal: [[54, 69, 79]],
  'dark grey': [
    [92, 80, 79],
    [91, 80, 79],
    [87, 85, 76],
    [78, 87, 85],
    [81, 88, 94],
    [93, 85, 91],
  ],
  grey: [
    [143, 129, 127],
    [142, 130, 121],
    [138, 135, 118],
    [125, 137, 132],
    [129, 135, 139],
    [139, 133, 137],
  ],
  'light grey': [
    [193, 182, 179],
    [191, 185, 189],
  ],
  white: [
    [234, 227, 225],
    [223, 237, 232],
    [233, 233, 237],
    [232, 227, 229],
  ],
} satisfies Record<string, readonly Triple[]>;
