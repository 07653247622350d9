/** What is known, and not dressed. */
export type NotDressed = 'swimwear' | 'underwear' | 'footwear' | 'headwear' | 'draped cloth' | 'accessories';

/** Words for what is not dressed. */
export const notDressed: readonly (readonly [RegExp, NotDressed])[] = [
  [/\bswim(?:suit|wear|ming|s)?\b|\bbikini\b|\btrunks\b|\bbathing suit\b/, 'swimwear'],
  [/\bunderwear\b|\blingerie\b|\bbras?\b|\bboxers?\b|\bpanties\b|\bbriefs\b|\bnaked\b|\bnude body\b/, 'underwear'],
  [/\bshoes?\b|\bsneakers?\b|\bboots?\b|\bsandals?\b|\bheels\b|\bloafers?\b|\btrainers\b|\bsocks?\b/, 'footwear'],
  [/\bhats?\b|\bcaps?\b|\bbeanie\b|\bberet\b|\bhelmet\b/, 'headwear'],
  [/\bsar(?:ee|i)s?\b|\bponchos?\b|\bcapes?\b|\bcloaks?\b|\bshawls?\b|\btogas?\b/, 'draped cloth'],
  [/\bscar(?:f|ves)\b|\bgloves?\b|\b(?:hand)?bags?\b|\bbelts?\b|\bwatch\b|\b(?:sun)?glasses\b/, 'accessories'],
  [/\bbow[- ]?ties?\b/, 'accessories'],
  [/\bneckl\w+\b|\bearrings?\b|\bjewel\w*\b|\bbrooch\b|\blipstick\b|\bmake-?up\b|\bhandkerchief\b/, 'accessories'],
];

const details = [
  ...[
    'lace',
    'lacy',
    'sequin(?:s|ed)?',
    'embroider\\w+',
    'glitter\\w*',
    'beaded',
    'studs',
    'studded',
    'feathers?',
    'fringed?',
  ],
  ...[
    'ruffle[sd]?',
    'peplum',
    '(?:puff|puffed|bell|balloon|bishop) sleeves?',
    'one[- ]shoulder',
    'backless',
    'slits?',
    'cut-?outs?',
  ],
  ...[
    'ripped',
    'distressed',
    'frayed',
    'patch(?:es|work)?',
    'sheer',
    'see-through',
    'mesh',
    'crochet\\w*',
    'fur',
    'metallic',
  ],
  ...[
    'logos?',
    'slogans?',
    'graphic',
    'lettering',
    'says',
    'saying',
    'reads',
    'reading',
    '(?:picture|image|photo|drawing) of',
  ],
  'colou?r[- ]?block\\w*',
];

/** Words for what is seen on clothes and not drawn. */
export const notDrawn = new RegExp(`\\b(?:${details.join('|')})\\b`);
