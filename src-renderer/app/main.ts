import '../../src-shared/tokens.css';
import '../ui/fonts.css';
import '../ui/base.css';
import { mount } from 'svelte';
import { languageOf } from '../../src-shared/languages.ts';
import { DIRECTION, LANGUAGE } from '../i18n/language.ts';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the app.');

document.documentElement.lang = LANGUAGE;
document.documentElement.dir = DIRECTION;

mount(App, { target });

// What the desktop app says outside the page is in the language of the page. The user did not ask for that, so is not told
// where it fails.
window.keepfold?.changeSettings({ language: languageOf(LANGUAGE) ?? 'en' }).catch(() => undefined);
