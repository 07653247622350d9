import { decodeRgb } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from '../garment/approximation.ts';
import { chooseColours, type Looks } from '../garment/choose-colours.ts';
import type { GarmentKind, WantedGarment } from '../garment/garments.ts';
import type { Layer } from '../garment/layer.ts';
import type { Networks } from '../models/networks.ts';
import type { Size } from '../pixels/plane.ts';
import { type Reference, readReference } from '../reference/read-reference.ts';
import { readOrder } from '../words/read-order.ts';
import { understand } from '../words/understand-description.ts';

/** What a client may say of where a garment is worn; `auto`: as its description or reference shows. */
type Category = 'auto' | 'top' | 'bottom' | 'dress' | 'outerwear' | 'shoes' | 'bag' | 'hat' | 'accessory';

/** Clothes to wear: a description, which may be empty beside a reference (bytes of an image file). */
export type GarmentOrder = {
  description: string;
  reference?: Uint8Array;
  /** Default `auto`. */
  category?: Category;
  /** Request fields named in errors; default those of `POST /try_on_outfit`. */
  fields?: { description: string; reference: string };
};

/** An order, and the garments of its description; without any, those of its reference are worn. */
export type UnderstoodOrder = GarmentOrder & {
  wanted: readonly WantedGarment[];
  kind: GarmentKind | undefined;
  approximations: readonly Approximation[];
};

const KINDS: Partial<Record<Category, GarmentKind>> = {
  top: 'top',
  bottom: 'bottom',
  dress: 'dress',
  outerwear: 'outer',
};
/** What a category means where nothing else says it. */
const WORDS: Readonly<Record<GarmentKind, string>> = {
  top: 'top',
  bottom: 'trousers',
  dress: 'dress',
  outer: 'jacket',
};

/**
 * Parses the descriptions. A category chooses among the garments of its description, and stands for a description that names
 * none. Orders of what is not drawn here are left out.
 *
 * @throws ServiceError what {@link readOrder} does; `no_garment_understood` if all are left out
 */
export function understandOrders(orders: readonly GarmentOrder[]): UnderstoodOrder[] {
  const understood = orders.flatMap((order) => {
    const { category = 'auto' } = order;
    const kind = KINDS[category];
    if (category !== 'auto' && !kind) return [];
    const { wanted, approximations } = readOrder(order.description, {
      reference: order.reference !== undefined,
      category: kind !== undefined,
      field: order.fields?.description,
    });
    return [{ ...order, kind, approximations, wanted: kind ? ofKind(wanted, kind, order) : wanted }];
  });
  const [first] = orders;
  if (understood.length === 0 && first)
    throw new ServiceError('no_garment_understood', { field: first.fields?.description ?? 'clothing_description' });
  return understood;
}

function ofKind(named: readonly WantedGarment[], kind: GarmentKind, { description, reference }: GarmentOrder) {
  const fitting = named.filter((garment) => garment.kind === kind);
  if (fitting.length > 0) return fitting;
  // A reference shows its own top, with sleeves and print.
  if (kind === 'top' && reference) return [];
  // "navy, slim" of a jacket: its colours and cloth are said, its name is not.
  return understand(description, { unnamed: WORDS[kind] })
    .wanted.filter((garment) => garment.kind === kind)
    .slice(-1);
}

/** The scene of a reference picture, and the picture's size. */
export type OrderedScene = { scene: NonNullable<Reference['scene']>; size: Size };

/** What is to be painted: a layer of each kind at most. */
export type OrderedGarments = {
  layers: readonly Layer[];
  approximations: readonly Approximation[];
  /** Request field of the first reference whose garments are worn. */
  wornField?: string | undefined;
  /** The scene of the first reference that has one. */
  scene: OrderedScene | undefined;
};

/** A reference is only used for cloth, a cut and a blurred backdrop. */
const referenceMaxSide = 640;

/** Understood orders, and how many `ordered` there were before some were left out. */
export type OrdersToRead = { orders: readonly UnderstoodOrder[]; ordered: number };

/**
 * Reads the references, one after the other, and chooses the colours of all garments.
 *
 * @throws ServiceError `no_outfit` if nothing but references says what to wear, and none shows it; what decoding throws
 */
export async function readGarments(networks: Networks, { orders, ordered }: OrdersToRead): Promise<OrderedGarments> {
  const layers: Layer[] = [];
  const approximations = new Set(orders.flatMap((order) => order.approximations));
  if (orders.length < ordered) approximations.add('garment_left_out');
  let scene: OrderedScene | undefined;
  let wornField: string | undefined;
  for (const order of orders) {
    const { wanted, kind, reference: bytes } = order;
    const field = referenceField(order);
    const decoded = bytes && (await decodeRgb(bytes, { field, maxSide: referenceMaxSide }));
    const reference = decoded && (await readReference(networks, decoded));
    if (reference?.scene && decoded) {
      const { width, height } = decoded;
      scene ??= { scene: reference.scene, size: { width, height } };
    }
    const chosen = chooseColours(wanted, reference && (kind === 'top' ? topOnly(reference.looks) : reference.looks));
    for (const approximation of chosen.approximations) approximations.add(approximation);
    if (isWorn(chosen.approximations)) wornField ??= field;
    for (const layer of chosen.layers) {
      if (layers.some((other) => other.kind === layer.kind)) approximations.add('garment_left_out');
      else layers.push(layer);
    }
  }
  // A description that names no garment is refused before, unless it has a reference.
  if (layers.length === 0) throw new ServiceError('no_outfit', { field: referenceField(orders[0]) });
  return { layers, approximations: [...approximations], wornField, scene };
}

const referenceField = (order: UnderstoodOrder | undefined): string => order?.fields?.reference ?? 'outfit_base64';

/** Whether a garment has the look that its reference shows. */
const isWorn = (approximations: readonly Approximation[]): boolean =>
  approximations.some((code) => code === 'reference_cut_changed' || code === 'reference_colour_only');

const topOnly = ({ upper, inner }: Looks): Looks => ({ upper: inner ?? upper, lower: undefined });
