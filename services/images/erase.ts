import { connectObjectStore } from '@styling/objectstore';
import { eraseCommand } from '@styling/projections';
import { variables } from './config.ts';
import { eraseImages } from './erase-user.ts';
import { imageProjection } from './image-projection.ts';

await eraseCommand(imageProjection, variables, process.env, async (parts, user_id, config) => {
  const store = connectObjectStore(config);
  const { images, assets } = await eraseImages({ ...parts, store }, user_id).finally(() => store.close());
  return { images_erased: images, assets_erased: assets };
});
