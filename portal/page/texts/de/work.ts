import type { text as english } from '../en/work.ts';

const endpoints: Readonly<Record<string, string>> = {
  '/try_on_outfit': 'Anprobe',
  '/generate_image': 'Bild',
  '/style_me': 'Stilberatung',
  '/analyze_outfit': 'Analyse',
  '/identify_clothing': 'Analyse',
};

const approximations: Readonly<Record<string, string>> = {
  sleeves_kept: 'Die Ärmel sind so lang wie auf dem Foto.',
  length_kept: 'Das Kleidungsstück ist so lang wie auf dem Foto.',
  cut_kept: 'Der Schnitt ist der vom Foto.',
  neckline_kept: 'Der Ausschnitt ist so hoch wie auf dem Foto.',
  tights_added: 'Wo die Beine verdeckt waren, kamen Strumpfhosen dazu.',
  left_out: 'Ein Teil der Bestellung ließ sich nicht zeichnen.',
  garment_left_out: 'Ein Kleidungsstück ließ sich nicht zeichnen.',
  accessories_left_out: 'Accessoires ließen sich nicht zeichnen.',
  details_left_out: 'Einzelheiten des Stoffs ließen sich nicht zeichnen.',
  occasion_not_understood: 'Wörter des Anlasses wurden nicht verstanden.',
  wishes_not_understood: 'Wörter der Wünsche wurden nicht verstanden.',
  not_in_picture: 'Ein Teil des Körpers ist nicht auf dem Foto, deshalb fehlt ein Kleidungsstück.',
  colour_chosen: 'Es war keine Farbe genannt, deshalb wurde eine gewählt.',
  reference_colour_only: 'Vom Vorlagenbild wurde nur die Farbe übernommen.',
  reference_cut_changed: 'Der Schnitt weicht vom Vorlagenbild ab.',
  reference_ignored: 'Das Vorlagenbild wurde nicht verwendet.',
};

export const text: typeof english = {
  endpoint: (path) => endpoints[path] ?? path,
  approximation: (code) => approximations[code],
  stages: {
    preparing: 'Wird vorbereitet',
    finding_person: 'Die Person wird gesucht',
    cutting_out: 'Die Person wird freigestellt',
    parsing: 'Das Foto wird gelesen',
    advising: 'Outfits werden ausgesucht',
    analysing: 'Das Outfit wird angesehen',
    generating: 'Das Bild entsteht',
    dressing: 'Wird eingekleidet',
    composing: 'Das Bild wird zusammengesetzt',
    searching_products: 'Läden werden durchsucht',
  },
  milliseconds: (value) => `${value} ms`,
  seconds: (value) => `${value} s`,
  minutes: (value) => `${value} min`,
  hours: (value) => `${value} h`,
  number: (value, digits = 0) =>
    value.toLocaleString('de', { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  percent: (fraction) => `${Math.round(fraction * 100)} %`,
};
