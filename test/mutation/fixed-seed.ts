/** The same random values in every run, so that a mutant's fate doesn't depend on luck. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 1 });
