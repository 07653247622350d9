import { connectObjectStore } from '@styling/objectstore';
import { eraseCommand } from '@styling/projections';
import { readConfig } from '@styling/service';
import { variables } from './config.ts';
import { eraseImages } from './erase-user.ts';
import { imageProjection } from './image-projection.ts';

await eraseCommand(
  imageProjection,
  () => readConfig(variables, process.env),
  async (parts, user_id, config) => {
    const store = connectObjectStore(config);
    try {
      const { images, assets } = await eraseImages({ ...parts, store }, user_id);
      return { images_erased: images, assets_erased: assets };
    } finally {
      store.close();
    }
  },
);
