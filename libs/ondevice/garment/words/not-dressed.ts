/** What is known, and not dressed. */
export type NotDressed = 'swimwear' | 'underwear' | 'footwear' | 'headwear' | 'draped cloth' | 'accessories';

/** Words for what is not dressed. */
export const notDressed: readonly (readonly [RegExp, NotDressed])[] = [
  [/\bswim(?:suit|wear|ming|s)?\b|\bbikini\b|\btrunks\b|\bbathing suit\b/, 'swimwear'],
  [/\bunderwear\b|\blingerie\b|\bbras?\b|\bboxers?\b|\bpanties\b|\bbriefs\b|\bnaked\b|\bnude body\b/, 'underwear'],
  [/\bshoes?\b|\bsneakers?\b|\bboots?\b|\bsandals?\b|\bheels\b|\bloafers?\b|\btrainers\b|\bsocks?\b/, 'footwear'],
  [/\bhats?\b|\bcaps?\b(?! sleeve)|\bbeanie\b|\bberet\b|\bhelmet\b/, 'headwear'],
  [/\bsar(?:ee|i)s?\b|\bponchos?\b|\bcapes?\b|\bcloaks?\b|\bshawls?\b|\btogas?\b/, 'draped cloth'],
  [/\bscar(?:f|ves)\b|\bgloves?\b|\b(?:hand)?bags?\b|\bbelts?\b|\bwatch\b|\b(?:sun)?glasses\b/, 'accessories'],
  [/\bbow[- ]?ties?\b/, 'accessories'],
  [/\bneckl\w+\b|\bearrings?\b|\bjewel\w*\b|\bbrooch\b|\blipstick\b|\bmake-?up\b|\bhandkerchief\b/, 'accessories'],
];

const details = [
  String.raw`lace|lacy|sequin(?:s|ed)?|embroider\w+|glitter\w*|beaded|studs|studded|feathers?|fringed?|fur|metallic`,
  'ruffle[sd]?|peplum|one[- ]shoulder|backless|slits?|cut-?outs?|(?:puff|puffed|bell|balloon|bishop) sleeves?',
  String.raw`ripped|distressed|frayed|patch(?:es|work)?|sheer|see-through|mesh|crochet\w*|colou?r[- ]?block\w*`,
  'logos?|slogans?|graphic|lettering|says|saying|reads|reading|(?:picture|image|photo|drawing) of',
];

/** Words for what is seen on clothes and not drawn: trimmings, cuts, what wear leaves, and what is printed on them. */
export const notDrawn = new RegExp(String.raw`\b(?:${details.join('|')})\b`);
