/** What a pixel of the person shows; `other` is what they hold or wear that is no cloth, as a bag or a telephone. */
export const label = { background: 0, hair: 1, skin: 2, top: 3, bottom: 4, shoes: 5, other: 6 } as const;
