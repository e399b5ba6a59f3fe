import { runMeasured } from './measured.mjs';

await runMeasured('bench');
