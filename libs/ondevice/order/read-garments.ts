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
  /** Of the first reference that has one. */
  scene: OrderedScene | undefined;
};

/** A reference is only used for cloth, a cut and a blurred backdrop. */
const referenceMaxSide = 640;

/** Understood orders, and how many `ordered` there were before some were left out. */
export type OrdersToRead = { orders: readonly UnderstoodOrder[]; ordered: number };

/**
 * Reads the references, one after the other, and chooses the colours of all garments. What it gives is data, for another thread to use.
 *
 * @throws ServiceError `no_garment_understood` if nothing is left to wear, and what decoding throws
 */
export async function readGarments(networks: Networks, { orders, ordered }: OrdersToRead): Promise<OrderedGarments> {
  const layers: Layer[] = [];
  const approximations = new Set(orders.flatMap((order) => order.approximations));
  if (orders.length < ordered) approximations.add('garment_left_out');
  let scene: OrderedScene | undefined;
  for (const { wanted, kind, reference: bytes, fields } of orders) {
    const field = fields?.reference ?? 'outfit_base64';
    const decoded = bytes && (await decodeRgb(bytes, { field, maxSide: referenceMaxSide }));
    const reference = decoded && (await readReference(networks, decoded));
    if (reference?.scene && decoded) {
      const { width, height } = decoded;
      scene ??= { scene: reference.scene, size: { width, height } };
    }
    const chosen = chooseColours(wanted, reference && (kind === 'top' ? topOnly(reference.looks) : reference.looks));
    for (const approximation of chosen.approximations) approximations.add(approximation);
    for (const layer of chosen.layers) {
      if (layers.some((other) => other.kind === layer.kind)) approximations.add('garment_left_out');
      else layers.push(layer);
    }
  }
  const [first] = orders;
  if (layers.length === 0) {
    throw new ServiceError('no_garment_understood', { field: first?.fields?.description ?? 'clothing_description' });
  }
  return { layers, approximations: [...approximations], scene };
}

const topOnly = ({ upper, inner }: Looks): Looks => ({ upper: inner ?? upper, lower: undefined });
