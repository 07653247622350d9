import { expect, it } from 'vitest';
import { importsOutside, layerViolations } from './import-rules.ts';

it.each([
  ['@styling/bus', '@styling/contracts', true],
  ['@styling/bus', 'zod', true],
  ['@styling/bus', '@styling/database', false],
  ['@styling/contracts', '@styling/telemetry', false],
  ['@styling/tryon', '@styling/capability', true],
  ['@styling/tryon', '@styling/usage', false],
  ['@styling/tryon', '@styling/fake-models', false],
  ['@styling/tryon', '@styling/testing', false],
  ['@styling/tryon', '@styling/local-servers', false],
  ['@styling/local-stack', '@styling/process-rig', true],
  ['@styling/bench', '@styling/tryon', true],
])('%s may depend on %s: %s', (name, dependency, allowed) => {
  expect(layerViolations({ name, dependencies: [dependency] })).toHaveLength(allowed ? 0 : 1);
});

it.each([
  [`import { a } from './a.ts';`, true],
  [`import root from '../../package.json' with { type: 'json' };`, true],
  [`export * from '../database/a.ts';`, false],
  [`await import('../fake-models/index.ts');`, false],
])('a relative import: %s', (text, allowed) => {
  expect(importsOutside('libs/bus', 'libs/bus/b.ts', text)).toHaveLength(allowed ? 0 : 1);
});
