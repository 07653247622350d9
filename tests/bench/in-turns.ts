/**
 * Measures every target once a round, one right after the other, in the order of `targets`.
 * @returns the results of each round, by target
 */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  targets: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result>[]> {
  const results: Record<Name, Result>[] = [];
  for (let round = 0; round < rounds; round++) {
    const one: Partial<Record<Name, Result>> = {};
    for (const name in targets) one[name] = await targets[name]();
    results.push(one as Record<Name, Result>);
  }
  return results;
}
