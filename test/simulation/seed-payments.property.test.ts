import { testFixedSeed } from './fixed-seeds.js';

testFixedSeed('payments');
