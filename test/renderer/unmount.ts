import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-svelte';

// The library does so by itself, but only for the file that loads it first.
beforeEach(() => cleanup());
