/** What a pixel of the person shows. */
export const label = { background: 0, hair: 1, skin: 2, top: 3, bottom: 4, shoes: 5 } as const;

/** How many labels there are. */
export const labelCount = 6;
