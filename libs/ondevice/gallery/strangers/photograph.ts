/** The engine may be tuned on one half of the photographs; the other is only rated. */
export type Half = 'tune' | 'rate';

/**
 * What a photograph shows of its one main person: `portrait` head and shoulders, `half` to the waist, `profile` the same from
 * the side, `full` and `seated` with the legs. `group`, `back` and `nobody` ought to be refused; a `garment` is a reference.
 */
export type Kind = 'portrait' | 'half' | 'profile' | 'full' | 'seated' | 'group' | 'back' | 'nobody' | 'garment';

/** A photograph in an npm package: `package` is name@version, `file` a path in it, `sha256` the digest's first 16 digits. */
export type Photograph = { name: string; kind: Kind; half: Half; sha256: string; package: string; file: string };
