import { type MergedTexts, mergePlaces } from './line-merge.ts';

// Comparing long texts takes seconds; the page stays responsive meanwhile.
self.onmessage = ({ data }: MessageEvent<MergedTexts>) => self.postMessage(mergePlaces(data));
