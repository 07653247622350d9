import { decodeRgb } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from '../garment/approximation.ts';
import { chooseColours, type Looks } from '../garment/choose-colours.ts';
import type { Layer } from '../garment/layer.ts';
import type { Networks } from '../models/networks.ts';
import type { Size } from '../pixels/plane.ts';
import { type Reference, readReference } from '../reference/read-reference.ts';
import type { UnderstoodOrder } from './garment-order.ts';

/** The scene of a reference picture, and the picture's size. */
export type OrderedScene = { scene: NonNullable<Reference['scene']>; size: Size };

/** What is to be painted: a layer of each kind at most. */
export type OrderedGarments = {
  layers: readonly Layer[];
  approximations: readonly Approximation[];
  /** Request field of the first reference whose garments are worn. */
  wornField?: string | undefined;
  /** Of the first reference that has one. */
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
