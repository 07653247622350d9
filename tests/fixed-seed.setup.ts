import { configureGlobal } from 'fast-check';

// The same inputs for every change; FUZZ_SEED=random, or a number, tries others.
const { FUZZ_SEED = '20260304' } = process.env;
if (FUZZ_SEED !== 'random') configureGlobal({ seed: Number(FUZZ_SEED) });
