import { type MergedTexts, mergePlaces } from './line-merge.ts';

// Comparing long texts takes seconds; the page goes on meanwhile.
self.onmessage = ({ data }: MessageEvent<MergedTexts>) => self.postMessage(mergePlaces(data));
