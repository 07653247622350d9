import { configureGlobal } from 'fast-check';

// A change is judged by the same inputs as the one before it. FUZZ_SEED=random, or a number, tries others.
const { FUZZ_SEED = '20260304' } = process.env;
if (FUZZ_SEED !== 'random') configureGlobal({ seed: Number(FUZZ_SEED) });
