/** The occasion of an outfit. */
export type OccasionKind =
  | 'funeral'
  | 'interview'
  | 'wedding'
  | 'formal'
  | 'party'
  | 'date'
  | 'business'
  | 'sport'
  | 'outdoor'
  | 'beach'
  | 'travel'
  | 'casual'
  | 'general';

/** `weather` is undefined if the occasion does not imply one. */
export type Occasion = { kind: OccasionKind; weather: 'cold' | 'hot' | undefined };

/** The first match wins: an office party is a party, a beach wedding a wedding. */
const kinds: readonly (readonly [RegExp, OccasionKind])[] = [
  [/\bfunerals?\b|\bmemorial\b|\bmourning\b/, 'funeral'],
  [/\b(?:job )?interviews?\b/, 'interview'],
  [/\bweddings?\b|\bbridal\b|\bengagement\b|\bbaptism\b|\bchristening\b/, 'wedding'],
  [
    /\bformal\b|\bgala\b|\bblack[- ]?tie\b|\bopera\b|\bceremony\b|\bprom\b|\bball\b|\bgraduation\b|\bawards?\b/,
    'formal',
  ],
  [/\bpart(?:y|ies)\b|\bnight ?out\b|\bclub(?:bing)?\b|\bconcerts?\b|\bbirthday\b|\bcocktails?\b|\bnew year/, 'party'],
  [/\bdates?\b|\bdate[- ]night\b|\bdinner\b|\bromantic\b|\banniversary\b|\brestaurant\b|\btheat(?:re|er)\b/, 'date'],
  [
    /\boffice\b|\bbusiness\b|\bwork\b(?! ?out)|\bmeetings?\b|\bconference\b|\bcorporate\b|\bpresentation\b|\bprofessional\b/,
    'business',
  ],
  [/\bgym\b|\bwork ?out\b|\bsports?\b|\brunning\b|\bjogging\b|\byoga\b|\bfitness\b|\btraining\b|\btennis\b/, 'sport'],
  [/\bhik(?:e|ing)\b|\bcamping\b|\boutdoors?\b|\btrekking\b|\bski(?:ing)?\b|\bmountains?\b/, 'outdoor'],
  [/\bbeach\b|\bpool\b|\bvacation\b|\bholidays?\b|\bresort\b|\bcruise\b|\bseaside\b/, 'beach'],
  [/\btravel(?:l?ing)?\b|\bflight\b|\bairport\b|\btrip\b|\bcity break\b|\bsightseeing\b/, 'travel'],
  [
    /\bcasual\b|\bweekend\b|\bbrunch\b|\beveryday\b|\bcoffee\b|\bschool\b|\bshopping\b|\bbarbecue\b|\bbbq\b|\bpicnic\b|\berrands\b|\bfestival\b|\bhome\b/,
    'casual',
  ],
];
const cold = /\bwinter\b|\bcold\b|\bsnow(?:y)?\b|\bski(?:ing)?\b|\bchristmas\b|\bfreezing\b/;
const hot = /\bsummer\b|\bhot\b|\btropical\b|\bbeach\b|\bheat\b|\bpool\b|\bseaside\b|\bcruise\b/;

/** Parses an occasion from free English text; `general` if nothing is recognised. */
export function readOccasion(text: string): Occasion {
  const lower = text.toLowerCase();
  const kind = kinds.find(([words]) => words.test(lower))?.[1];
  const weather = cold.test(lower) ? 'cold' : hot.test(lower) ? 'hot' : undefined;
  if (kind) return { kind, weather };
  return { kind: weather === 'cold' ? 'outdoor' : weather === 'hot' ? 'beach' : 'general', weather };
}
