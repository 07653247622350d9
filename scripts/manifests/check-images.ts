import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignoredByDocker } from '../image/ignored-by-docker.ts';
import { isOurs, type Manifest, nameOf, workloadsOf } from './manifest.ts';

/**
 * Images are named with a version; all programs of ours are in the same one; what each starts is in it.
 *
 * @param repository the folder the image is built from
 */
export function checkImages(manifests: readonly Manifest[], repository: string): string[] {
  const isIgnored = ignoredByDocker(readFileSync(join(repository, '.dockerignore'), 'utf8'));
  const workloads = workloadsOf(manifests);
  const unversioned = workloads.flatMap(({ owner, pod }) =>
    [...(pod.initContainers ?? []), ...pod.containers]
      .filter(({ image = '' }) => !/(:(?!latest$)[\w][\w.-]*|@sha256:[\da-f]{64})$/.test(image))
      .map(({ image }) => `${nameOf(owner)}: image ${image} has no version`),
  );
  const ours = workloads.filter(isOurs);
  const images = [...new Set(ours.flatMap(({ pod }) => pod.containers.map(({ image }) => image)))];
  const absent = ours.flatMap(({ owner, pod }) =>
    pod.containers
      .map(({ args }) => args?.[0] ?? '')
      .filter((file) => !file.startsWith('-'))
      .filter((file) => isIgnored(file) || !existsSync(join(repository, file)))
      .map((file) => `${nameOf(owner)}: ${file || 'what it starts'} is not in the image`),
  );
  return [
    ...unversioned,
    ...(images.length > 1 ? [`our programs come of different images: ${images.join(', ')}`] : []),
    ...absent,
  ];
}
