import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from '../garment/approximation.ts';
import type { GarmentKind } from '../garment/garments.ts';
import type { WantedGarment } from '../garment/wanted-garment.ts';
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
  if (understood.length === 0 && first) throw notUnderstood(first);
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

const notUnderstood = ({ fields }: GarmentOrder) =>
  new ServiceError('no_garment_understood', { field: fields?.description ?? 'clothing_description' });
