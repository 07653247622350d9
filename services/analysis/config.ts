import { capabilityVariables, pictureVariables } from '@styling/capability';
import { missingForProducts, productSearchVariables } from '@styling/products';
import { databaseVariables } from '@styling/service';
import { z } from 'zod';

/** A database is needed only for product search. */
export const variables = z
  .object({
    ...capabilityVariables.shape,
    ...pictureVariables.shape,
    ...databaseVariables.partial().shape,
    ...productSearchVariables.shape,
  })
  .superRefine((config, { addIssue }) => {
    for (const name of missingForProducts(config)) {
      addIssue({ code: 'custom', path: [name], message: 'is required for product search' });
    }
  });
