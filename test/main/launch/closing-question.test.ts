import { expect, it } from 'vitest';
import { closingQuestion } from '../../../resources/launch/closing-question.mjs';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Deine Ordner ohne Fenster weiter sichern?'],
  ['DE', 'de', 'Deine Ordner ohne Fenster weiter sichern?'],
  ['en-GB,de', 'en', 'Keep saving your folders without the window?'],
  ['la', 'en', 'Keep saving your folders without the window?'],
  ['../de', 'en', 'Keep saving your folders without the window?'],
  ['', 'en', 'Keep saving your folders without the window?'],
])('what closing means is asked of who prefers %j in %s', (wanted, language, question) => {
  const page = closingQuestion(wanted);
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`<h1>${question}</h1>`);
});
