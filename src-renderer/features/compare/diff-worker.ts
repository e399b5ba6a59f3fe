import { type LineDiffRequest, lineDiff } from './line-diff.ts';

// Comparing long texts takes seconds; the page stays responsive meanwhile.
self.onmessage = ({ data }: MessageEvent<LineDiffRequest>) => self.postMessage(lineDiff(data));
