import { Ajv } from 'ajv';
import { moduleOf } from './kinds.ts';
import { type Manifest, nameOf } from './manifest.ts';
import { OPERATOR_SCHEMAS } from './operator-schemas.ts';

type Model = new (data: object) => { validate(): void };

/** Validates each object by its kind's own schema: types, required fields, patterns and enumerations. */
export async function checkSchemas(manifests: readonly Manifest[]): Promise<string[]> {
  const faults: string[] = [];
  for (const manifest of manifests) {
    const name = nameOf(manifest);
    const path = moduleOf(manifest.apiVersion, manifest.kind);
    if (path === null) {
      faults.push(...operatorFaults(manifest).map((fault) => `${name}: ${fault}`));
      continue;
    }
    const models: Record<string, Model | undefined> = await import(path);
    const Kind = models[manifest.kind];
    if (!Kind) {
      faults.push(`${name}: ${manifest.apiVersion} has no such kind`);
      continue;
    }
    try {
      new Kind(unwrapped(manifest)).validate();
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return faults;
}

/** Kustomize breaks the lines of a long secret, which every cluster takes and the schema's `byte` does not. */
function unwrapped(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret' || !manifest.data) return manifest;
  const data = Object.entries(manifest.data).map(([key, value]) => [key, value.replace(/\s/g, '')]);
  return { ...manifest, data: Object.fromEntries(data) };
}

function operatorFaults({ apiVersion, kind, ...rest }: Manifest): string[] {
  const schema = OPERATOR_SCHEMAS[`${apiVersion}/${kind}`] ?? {};
  const validate = new Ajv({ allErrors: true }).compile(schema);
  if (validate({ apiVersion, kind, ...rest })) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
