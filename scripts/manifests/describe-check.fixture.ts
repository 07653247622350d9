import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from './manifest.ts';
import { type Break, broken, overlay } from './overlays.fixture.ts';

type Check = (manifests: readonly Manifest[]) => string[] | Promise<string[]>;
/** What is broken, how, and what the check has to say of it. */
type Case = readonly [what: string, fault: Break, said: string];

/** A check finds nothing in the repository's own manifests, and finds each fault that is put into them. */
export function describeCheck(of: string, check: Check, cases: readonly Case[]): void {
  describe(`given the check of ${of}`, () => {
    let production: Manifest[];
    beforeAll(async () => {
      production = await overlay('production');
    });

    it('when the manifests are those of the repository, then it finds no fault', async () => {
      expect(await check(production)).toEqual([]);
      expect(await check(await overlay('dev'))).toEqual([]);
    });

    it.each(cases)('when they have %s, then it says so', async (_, fault, said) => {
      expect(await check(broken(production, fault))).toContainEqual(expect.stringContaining(said));
    });
  });
}

/** The one container of a workload. */
export const containerOf = (object: { spec: { template: { spec: { containers: Record<string, unknown>[] } } } }) =>
  object.spec.template.spec.containers[0] as Record<string, never>;

/** Takes an object away. */
export const remove = (object: Manifest): void => void Object.assign(object, { kind: 'Gone' });
