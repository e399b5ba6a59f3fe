import type { Language } from '../../../src-shared/languages.ts';
import { conflictName } from '../../core/tree/unique-name.ts';
import { type Light, samplePicture } from './sample-picture.ts';

const DAY_SECONDS = 86_400;

export type SampleChange =
  | { readonly op: 'put'; readonly path: string; readonly content: string | Uint8Array }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly to: string };

/** One commit of the sample. */
export interface SampleStep {
  readonly atSeconds: number;
  readonly changes: readonly SampleChange[];
}

const NAMES = {
  en: {
    ...{ library: 'Sample', recipes: 'Recipes', letters: 'Letters', pictures: 'Pictures', trip: 'Trip' },
    ...{
      pancakes: 'Pancakes.md',
      budget: 'Budget.csv',
      plan: 'Plan.md',
      lake: 'Lake.png',
      hills: 'Hills.png',
    },
    ...{ draft: 'Draft.md', letter: 'Letter to the landlord.md', ideas: 'Old ideas.md' },
    ...{ evening: 'Evening.png', snow: 'First snow.png' },
  },
  de: {
    ...{ library: 'Beispiel', recipes: 'Rezepte', letters: 'Briefe', pictures: 'Bilder', trip: 'Reise' },
    ...{
      pancakes: 'Pfannkuchen.md',
      budget: 'Ausgaben.csv',
      plan: 'Plan.md',
      lake: 'See.png',
      hills: 'Hügel.png',
    },
    ...{ draft: 'Entwurf.md', letter: 'Brief an den Vermieter.md', ideas: 'Alte Ideen.md' },
    ...{ evening: 'Abend.png', snow: 'Erster Schnee.png' },
  },
} as const;

const TEXTS = {
  en: {
    pancakes: '# Pancakes\n\n- 250 g flour\n- 2 eggs\n- 500 ml milk\n\nStir, wait ten minutes, fry.',
    pancakesLater:
      '# Pancakes\n\n- 200 g flour\n- 3 eggs\n- 500 ml milk\n- a pinch of salt\n\nStir, wait half an hour, fry.',
    draft: 'Dear Ms Berg,\n\nthe heating in the hall does not work.',
    letter:
      'Dear Ms Berg,\n\nsince Monday the heating in the hall has not worked.\nCould you send somebody this week?\n\nKind regards',
    ideas: 'Paint the kitchen?\nLearn to sail?\nA garden on the roof?',
    plan: '# Trip\n\n1. Train at 8:12\n2. Lunch by the lake\n3. Back on Sunday',
    planMine: '# Trip\n\n1. Train at 9:12\n2. Lunch by the lake\n3. Back on Sunday evening',
    planOther: '# Trip\n\n1. Train at 8:12\n2. Swim first!\n3. Back on Monday',
    budget: 'item,cost\nrent,900\nfood,320',
    budgetLater: 'item,cost\nrent,900\nfood,295\ntrain,84',
  },
  de: {
    pancakes:
      '# Pfannkuchen\n\n- 250 g Mehl\n- 2 Eier\n- 500 ml Milch\n\nRühren, zehn Minuten warten, braten.',
    pancakesLater:
      '# Pfannkuchen\n\n- 200 g Mehl\n- 3 Eier\n- 500 ml Milch\n- eine Prise Salz\n\nRühren, eine halbe Stunde warten, braten.',
    draft: 'Liebe Frau Berg,\n\ndie Heizung im Flur geht nicht.',
    letter:
      'Liebe Frau Berg,\n\nseit Montag geht die Heizung im Flur nicht mehr.\nKönnen Sie diese Woche jemanden schicken?\n\nViele Grüße',
    ideas: 'Die Küche streichen?\nSegeln lernen?\nEin Garten auf dem Dach?',
    plan: '# Reise\n\n1. Zug um 8:12\n2. Mittagessen am See\n3. Sonntag zurück',
    planMine: '# Reise\n\n1. Zug um 9:12\n2. Mittagessen am See\n3. Sonntagabend zurück',
    planOther: '# Reise\n\n1. Zug um 8:12\n2. Erst schwimmen!\n3. Montag zurück',
    budget: 'was,Kosten\nMiete,900\nEssen,320',
    budgetLater: 'was,Kosten\nMiete,900\nEssen,295\nZug,84',
  },
} as const;

/** When the sample begins, so that its last change is some hours old. */
export const SAMPLE_DAYS = 42;

export const sampleName = (language: Language): string => NAMES[language].library;

/**
 * Six weeks of a household: edits, a picture that was retouched, a rename, a deletion and a conflict.
 * @param who whose edit lost the conflict
 */
export function sampleStory(language: Language, nowSeconds: number, who: string): readonly SampleStep[] {
  const [names, texts] = [NAMES[language], TEXTS[language]];
  const daysAgo = (days: number) => Math.floor(nowSeconds - days * DAY_SECONDS);
  const text = (folder: string, name: string, content: string): SampleChange => ({
    ...{ op: 'put', path: `/${folder}/${name}` },
    content: `${content}\n`,
  });
  const picture = (name: string, light: Light, hasSun = false): SampleChange => ({
    ...{ op: 'put', path: `/${names.pictures}/${name}` },
    content: samplePicture(light, hasSun),
  });
  const { recipes, letters, trip } = names;
  const conflictAt = daysAgo(3);
  const steps: readonly (readonly [atSeconds: number, ...changes: SampleChange[]])[] = [
    [
      daysAgo(SAMPLE_DAYS),
      text(recipes, names.pancakes, texts.pancakes),
      text(letters, names.draft, texts.draft),
    ],
    [daysAgo(38.2), picture(names.lake, 'noon'), picture(names.hills, 'morning', true)],
    [daysAgo(33.4), text(letters, names.ideas, texts.ideas), text(trip, names.budget, texts.budget)],
    [daysAgo(30.1), text(recipes, names.pancakes, texts.pancakesLater)],
    [daysAgo(24.3), { op: 'move', from: `/${letters}/${names.draft}`, to: `/${letters}/${names.letter}` }],
    [daysAgo(24.2), text(letters, names.letter, texts.letter)],
    [daysAgo(20.5), picture(names.lake, 'noon', true)],
    [daysAgo(14.6), picture(names.evening, 'dusk', true), picture(names.snow, 'winter')],
    [daysAgo(9.4), { op: 'remove', path: `/${letters}/${names.ideas}` }],
    [daysAgo(6.2), text(trip, names.plan, texts.plan)],
    [conflictAt, text(trip, names.plan, texts.planMine)],
    [conflictAt + 60, text(trip, conflictName(names.plan, who, conflictAt), texts.planOther)],
    [daysAgo(0.4), text(trip, names.budget, texts.budgetLater)],
  ];
  return steps.map(([atSeconds, ...changes]) => ({ atSeconds, changes }));
}
