import type { ErrorCode } from '@styling/contracts/errors.ts';
import { ServiceError } from '@styling/service/errors.ts';
import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import type { Subject } from '../garment/subject.ts';
import { hipsSeen, isClose, shouldersBelow } from '../person/body-frame.ts';
import { label } from '../person/labels.ts';
import { handOnSkin } from './hand-on-skin.ts';
import { isBroken, type Measured } from './is-broken.ts';
import { measureChange } from './measure-change.ts';
import { measureEdges } from './measure-edges.ts';
import { measureLeft } from './measure-left.ts';
import { shareOfBody } from './share-of-body.ts';

/** Share of the worn top up to which a garment may be narrower if no other way of rendering is whole. */
const narrower = 0.5;

/**
 * Share of the border with hair that may be invented if only the labels tell where a garment ends, as it is painted over the worn top or
 * narrower than that: whole pictures have up to 0.16, broken ones from 0.21 on. Less if no face is found, as then the labels are less sure.
 */
const mostGuessed = { withFace: 0.18, without: 0.1 } as const;

/** Share of the picture that must be worn clothes or have changed: less is a close-up of a face. */
const leastSeen = 0.002;

/** A face that is wider than this part of the shoulders is above shoulders seen from the side; from afar a chest shows more of them. */
const widestFace = { close: 0.7, afar: 0.95 } as const;

/**
 * A drawn garment goes before one that is painted in a more ragged outline than this: in a close portrait the matte misses parts of shoulders. Not
 * where the shoulders are below the picture, as there what is drawn is as wrong.
 */
const mostRagged = 1.2;

/**
 * How much of a worn print and of coarse cloth counts on what is painted above shoulders that are below the picture: little cloth is seen, and a
 * drawn garment would be a guess.
 */
const countsBelow = 0.2;

/** What of the measures counts less than in general. */
function discounted(measured: Measured, drawn: boolean, close: boolean, below: boolean): Partial<Measured> {
  // What has an outline of its own is no body paint, hides the worn print, and may cover a border that was guessed; what is fine on it
  // (buttons, lapels, pleats) is drawn.
  if (drawn) return { skinPainted: 0, printLeft: 0, mottled: 0, guessed: 0 };
  const { printLeft, mottled } = measured;
  if (below) return { neckInvented: 0, printLeft: printLeft * countsBelow, mottled: mottled * countsBelow };
  // What has not ends where the labels do, which are least sure in a close portrait.
  return close ? {} : { neckInvented: 0 };
}

/** Share of what is seen of the body in a close portrait that must be clothed, if it is not only its lower half that is to be. */
const leastOfBody = 0.12;

const isSeen = (subject: Subject, dressed: Dressed, { changed }: Measured, closeUpper: boolean): boolean => {
  const { labels } = subject.parsed;
  let worn = 0;
  for (let i = 0; i < labels.length; i++) if (labels[i] === label.top || labels[i] === label.bottom) worn++;
  if (changed + worn / labels.length <= leastSeen) return false;
  return !closeUpper || shareOfBody(subject, dressed) > leastOfBody;
};

/**
 * Chooses the first of the rendered `ways` that is not broken: a refusal that names what to change is better than a broken picture.
 *
 * @param described the request field that ordered the garments, named in errors
 * @throws ServiceError `garment_not_visible` if none of the garments is in the picture; if all ways are broken: `shoulders_not_visible` if none shows a garment, `pose_not_supported` if the pose allowed to draw none, else
 * `clothes_not_separable`; `pose_not_supported` too where a hand before bare skin is not found
 */
export function dressWell(
  subject: Subject,
  layers: readonly Layer[],
  ways: Iterable<Dressed>,
  described = 'clothing_description',
): Dressed {
  const upper = layers.some(({ kind }) => kind !== 'bottom');
  if (upper && handOnSkin(subject)) throw refusal('pose_not_supported');
  // Lapels and what is worn below them are as fine as a print.
  const plain =
    layers.length === 1 &&
    layers.every(({ kind, pattern, print, swatch }) => kind !== 'outer' && pattern === 'solid' && !print && !swatch);
  let [narrow, ragged]: (Dressed | undefined)[] = [];
  let [seen, drawn] = [false, false];
  const { frame, parts } = subject.parsed;
  const close = isClose(frame, subject.size);
  const below = shouldersBelow(frame, subject.size);
  // Of clothes seen from the side so little shows that their labels are a guess, unless the classifier of parts sees all of them, or of somebody in
  // profile the whole trunk is seen.
  const widest = close ? widestFace.close : widestFace.afar;
  const sideways =
    !(parts && (close || (hipsSeen(frame) && !frame.faceFound))) &&
    frame.head.faceSeen &&
    frame.head.width > widest * frame.shoulderWidth;
  for (const dressed of ways) {
    const measured: Measured = {
      ...measureChange(subject, dressed.foreground),
      ...measureEdges(subject, dressed),
      ...measureLeft(subject, dressed, layers),
    };
    const change = { ...measured, ...discounted(measured, dressed.drawn, close, below) };
    if (dressed.shown === 0) throw nothingShown(dressed, described);
    drawn ||= dressed.drawn;
    // If most of what is seen of the shoulders was erased, the picture is a close-up of a face too.
    if (!isSeen(subject, dressed, change, close && upper) || (close && change.uncovered > narrower)) continue;
    seen = true;
    if (sideways && !dressed.drawn) continue;
    const endGuessed = change.hairCut > mostGuessed[frame.faceFound ? 'withFace' : 'without'];
    if (endGuessed && !dressed.drawn) continue;
    if (!isBroken(change, plain)) {
      if (dressed.drawn || !close || below || change.ragged < mostRagged) return dressed;
      ragged ??= dressed;
    } else if (!endGuessed && change.uncovered < narrower && !isBroken({ ...change, uncovered: 0 }, plain))
      narrow ??= dressed;
  }
  const last = ragged ?? narrow;
  if (last) return last;
  const posed = drawn || !upper;
  const code = !seen ? 'shoulders_not_visible' : posed ? 'clothes_not_separable' : 'pose_not_supported';
  throw refusal(code);
}

/** A picture without any of the garments would be returned, and counted, for nothing. */
const nothingShown = ({ approximations }: Dressed, described: string): ServiceError =>
  approximations.includes('not_in_picture')
    ? new ServiceError('garment_not_visible', { field: described })
    : refusal('pose_not_supported');

const refusal = (code: ErrorCode): ServiceError => new ServiceError(code, { field: 'selfie_base64' });
