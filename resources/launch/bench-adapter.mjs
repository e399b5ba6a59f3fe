import { runMeasured } from './measured.mjs';

await runMeasured('adapter');
