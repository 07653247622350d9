import type { IdentifiedItem, ImageRecord, Job, OutfitSuggestion } from '@styling/client';
import { type Category, type GivenPicture, type StudioOrder, type Tab, tabs } from './order.ts';

/** A picture on the page: where it is, and its size, so that its place is kept while it loads. */
export type Shown = { readonly url: string; readonly width: number; readonly height: number; readonly alt: string };
/** A picture that is worked on: the person to dress, or the outfit to analyse. */
export type Sitter = Shown & { readonly given: GivenPicture };
/** An image that was made. */
export type MadeImage = Shown &
  Pick<ImageRecord, 'image_id' | 'image_url' | 'mime_type' | 'persistent'> & {
    readonly approximations: readonly string[];
    /** Whether the embedded engine made it. */
    readonly isPreview: boolean;
    readonly seed?: number | null;
  };

/** A garment as it is being written down. */
export type Garment = {
  readonly key: number;
  /** Words; of a picture, what it does not show. */
  readonly text: string;
  readonly category: Category;
  /** A file, or an address that is being typed. */
  readonly picture?:
    | { readonly kind: 'address'; readonly address: string }
    | (Extract<GivenPicture, { kind: 'file' }> & { readonly url: string });
};

/** What came of an order. */
export type Outcome =
  | { readonly tab: 'try-on'; readonly images: readonly MadeImage[]; readonly chosen: number }
  | Readonly<{ tab: 'style-me'; outfits: readonly SuggestedOutfit[]; approximations: readonly string[] }>
  | { readonly tab: 'analyse'; readonly items: readonly IdentifiedItem[] };
export type OutcomeOf<T extends Tab> = Extract<Outcome, { tab: T }>;
type TryOn = OutcomeOf<'try-on'>;
/** Its image is null if it could not be made. */
export type SuggestedOutfit = Omit<OutfitSuggestion, 'image_base64' | 'mime_type'> & {
  readonly image: MadeImage | null;
};

/** The latest request of a tab. */
export type Run =
  | { readonly at: 'idle' }
  | { readonly at: 'running'; readonly job: Job | null; readonly isCanceling: boolean; readonly before: Shown | null }
  | { readonly at: 'done'; readonly outcome: Outcome; readonly before: Shown | null }
  | { readonly at: 'failed'; readonly error: unknown };

/** What was typed or chosen, as it is: at first. */
const initialFields = {
  sitter: null as Sitter | null,
  mode: 'model_shot' as 'model_shot' | 'reference_environment',
  variants: 1,
  seed: '',
  isKept: false,
  occasion: '',
  wishes: '',
  outfits: 2,
  /** What is analysed; null: what is at the address `link`. */
  subject: null as Sitter | null,
  link: '',
};
export type Fields = Readonly<typeof initialFields>;

/** What is written down in the studio, and what came of it. */
export type StudioState = Fields & {
  readonly garments: readonly Garment[];
  readonly nextKey: number;
  readonly runs: Readonly<Record<Tab, Run>>;
  /** Made since the page was opened, newest first. */
  readonly made: readonly { readonly image: MadeImage; readonly before: Shown | null }[];
  readonly lastOrder: StudioOrder | null;
};

/** What happens in the studio. */
export type StudioEvent =
  | { readonly type: 'changed'; readonly fields: Partial<Fields> }
  | { readonly type: 'garment_added'; readonly garment: Partial<Garment> }
  | { readonly type: 'garment_changed'; readonly key: number; readonly garment: Partial<Garment> }
  | { readonly type: 'garment_removed'; readonly key: number }
  | { readonly type: 'garments_replaced'; readonly text: string }
  | { readonly type: 'idea_chosen'; readonly idea: string; readonly ideas: readonly string[] }
  | { readonly type: 'began'; readonly tab: Tab; readonly order: StudioOrder | null; readonly before: Shown | null }
  | { readonly type: 'progressed'; readonly tab: Tab; readonly job: Job }
  | { readonly type: 'ended'; readonly tab: Tab; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly tab: Tab; readonly error: unknown }
  | { readonly type: 'cancel_asked' | 'dismissed'; readonly tab: Tab }
  | { readonly type: 'variant_chosen'; readonly index: number }
  | { readonly type: 'dressed_further'; readonly image: MadeImage }
  | { readonly type: 'made_shown' | 'image_kept' | 'image_deleted'; readonly image_id: string };

export const MOST_GARMENTS = 6;
const IDLE: Run = { at: 'idle' };

export const initialState: StudioState = {
  ...initialFields,
  garments: [{ key: 0, text: '', category: 'auto' }],
  nextKey: 1,
  runs: { 'try-on': IDLE, 'style-me': IDLE, analyse: IDLE },
  made: [],
  lastOrder: null,
};

/** The state after an event. */
export function evolve(state: StudioState, event: StudioEvent): StudioState {
  switch (event.type) {
    case 'changed':
      return withoutOutdated({ ...state, ...event.fields }, event.fields);
    case 'garment_added':
      return addGarment(state, event.garment);
    case 'garment_changed': {
      const { key, garment } = event;
      return { ...state, garments: state.garments.map((each) => (each.key === key ? { ...each, ...garment } : each)) };
    }
    case 'garment_removed': {
      const garments = state.garments.filter(({ key }) => key !== event.key);
      return garments.length > 0 ? { ...state, garments } : addGarment({ ...state, garments }, {});
    }
    case 'garments_replaced':
      return addGarment({ ...state, garments: [] }, { text: event.text });
    case 'idea_chosen':
      return chooseIdea(state, event.idea, event.ideas);
    case 'began': {
      const run: Run = { at: 'running', job: null, isCanceling: false, before: event.before };
      return { ...withRun(state, event.tab, run), lastOrder: event.order ?? state.lastOrder };
    }
    case 'progressed':
    case 'cancel_asked': {
      const run = state.runs[event.tab];
      if (run.at !== 'running') return state;
      const change = event.type === 'progressed' ? { job: event.job } : { isCanceling: true };
      return withRun(state, event.tab, { ...run, ...change });
    }
    case 'ended': {
      const run = state.runs[event.tab];
      const before = run.at === 'running' ? run.before : null;
      const made = imagesOf(event.outcome).map((image) => ({ image, before }));
      const ended = withRun(state, event.tab, { at: 'done', outcome: event.outcome, before });
      return { ...ended, made: [...made, ...state.made] };
    }
    case 'failed':
      return withRun(state, event.tab, { at: 'failed', error: event.error });
    case 'dismissed':
      return withRun(state, event.tab, IDLE);
    case 'variant_chosen':
      return withTryOn(state, (outcome) => ({ ...outcome, chosen: event.index }));
    case 'made_shown': {
      const shown = state.made.find(({ image }) => image.image_id === event.image_id);
      if (!shown || state.runs['try-on'].at === 'running') return state;
      const outcome: Outcome = { tab: 'try-on', images: [shown.image], chosen: 0 };
      return withRun(state, 'try-on', { at: 'done', outcome, before: shown.before });
    }
    case 'dressed_further':
      return { ...withRun(state, 'try-on', IDLE), sitter: sitterOf(event.image) };
    case 'image_kept': {
      const kept = (image: MadeImage) => (image.image_id === event.image_id ? { ...image, persistent: true } : image);
      const made = state.made.map(({ image, before }) => ({ image: kept(image), before }));
      return withTryOn({ ...state, made }, (outcome) => ({ ...outcome, images: outcome.images.map(kept) }));
    }
    case 'image_deleted':
      return withoutImage(state, event.image_id);
  }
}

/** What came of the latest request of a tab. */
export function outcomeOf<T extends Tab>({ runs }: StudioState, tab: T): OutcomeOf<T> | undefined {
  const run = runs[tab];
  return run.at === 'done' ? (run.outcome as OutcomeOf<T>) : undefined;
}

/** An image of before as the person to dress. */
export const sitterOf = ({ url, width, height, alt, image_id }: Shown & { image_id: string }): Sitter => ({
  url,
  width,
  height,
  alt,
  given: { kind: 'image', image_id },
});

const withRun = (state: StudioState, tab: Tab, run: Run): StudioState => ({
  ...state,
  runs: { ...state.runs, [tab]: run },
});

/** Another picture takes the place of what came of the one before. */
function withoutOutdated(state: StudioState, changed: Partial<Fields>): StudioState {
  const outdated = tabs.filter((tab) => (tab === 'analyse' ? 'subject' : 'sitter') in changed);
  return outdated.reduce((left, tab) => (left.runs[tab].at === 'running' ? left : withRun(left, tab, IDLE)), state);
}

function addGarment(state: StudioState, garment: Partial<Garment>): StudioState {
  const written = state.garments.filter(({ text, picture }) => text !== '' || picture);
  // What has a picture takes the place of a line in which nothing was written.
  const garments = garment.picture ? written : state.garments;
  if (garments.length >= MOST_GARMENTS) return state;
  const added: Garment = { key: state.nextKey, text: '', category: 'auto', ...garment };
  return { ...state, garments: [...garments, added], nextKey: state.nextKey + 1 };
}

function chooseIdea(state: StudioState, idea: string, ideas: readonly string[]): StudioState {
  const words = state.garments.filter(({ picture }) => !picture);
  const place = words.find(({ text }) => text === '') ?? words.findLast(({ text }) => ideas.includes(text));
  if (!place) return addGarment(state, { text: idea });
  return evolve(state, { type: 'garment_changed', key: place.key, garment: { text: idea } });
}

function imagesOf(outcome: Outcome): readonly MadeImage[] {
  if (outcome.tab === 'try-on') return outcome.images;
  if (outcome.tab === 'style-me') return outcome.outfits.flatMap(({ image }) => image ?? []);
  return [];
}

function withoutImage(state: StudioState, image_id: string): StudioState {
  const isOther = (image: MadeImage) => image.image_id !== image_id;
  const made = state.made.filter(({ image }) => isOther(image));
  const isSitter = state.sitter?.given.kind === 'image' && state.sitter.given.image_id === image_id;
  return withTryOn({ ...state, made, ...(isSitter && { sitter: null }) }, ({ tab, images }) => {
    const left = images.filter(isOther);
    return left.length > 0 ? { tab, images: left, chosen: 0 } : undefined;
  });
}

/** With another outcome of the try-on, if there is one. */
function withTryOn(state: StudioState, change: (made: TryOn) => TryOn | undefined): StudioState {
  const run = state.runs['try-on'];
  if (run.at !== 'done' || run.outcome.tab !== 'try-on') return state;
  const outcome = change(run.outcome);
  return withRun(state, 'try-on', outcome ? { ...run, outcome } : IDLE);
}
