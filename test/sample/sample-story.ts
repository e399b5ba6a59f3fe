import { type SeededNumbers, seededNumbers } from '../support/seeded-numbers.ts';
import { photoStory } from './photo-story.ts';
import { momentOf } from './sample-days.ts';
import { drawing } from './sample-pictures.ts';
import type { SampleLibrary, StoryTime } from './sample-step.ts';
import { codeFunction, expense, paragraph, sentence } from './sample-words.ts';
import { textSteps } from './text-story.ts';

/** All libraries of the sample, each with its years: the same ones for the same seed and time. */
export function sampleStory(seed: number, time: StoryTime): SampleLibrary[] {
  return [
    photoStory(seededNumbers(seed), time),
    documentStory(seededNumbers(seed + 1), time),
    workshopStory(seededNumbers(seed + 2), time),
  ];
}

const DOCUMENTS = [
  '/Letters/Landlord draft.md',
  '/Household/Budget.csv',
  '/Notes/Moving.md',
  '/Recipes/Plum cake.md',
  '/Letters/Insurance draft.txt',
  '/Taxes/Checklist.md',
  '/Notes/Ideas for the garden.md',
  '/School/Schedule.csv',
  '/Recipes/Lentil soup.md',
  '/Taxes/Donations.csv',
  '/Contracts/Electricity.txt',
  '/Notes/Books to read.md',
  '/Travel/Packing list.md',
  '/Letters/School draft.md',
  '/Household/Repairs.md',
  '/Travel/Lisbon draft.md',
  '/Recipes/Bread.md',
  '/Notes/Doctor.md',
  '/Contracts/Car.txt',
  '/School/Parents’ evening.md',
];

function documentStory(numbers: SeededNumbers, time: StoryTime): SampleLibrary {
  const isTable = (path: string) => path.endsWith('.csv');
  const steps = textSteps(numbers, time, {
    drafts: DOCUMENTS.map((path) => ({
      path,
      firstLines: isTable(path)
        ? ['What;Due;Cost', expense(numbers), expense(numbers)]
        : [`# ${path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))}`, '', paragraph(numbers)],
    })),
    newLine: (path) => (isTable(path) ? expense(numbers) : `\n${paragraph(numbers)}`),
    restDays: 17,
    archive: '/Archive',
    by: () =>
      numbers.chance(0.8) ? { author: 'mara', device: 'laptop' } : { author: 'jonas', device: 'desktop' },
  });
  const description = 'Letters, contracts, taxes and notes';
  return { name: 'Documents', description, owner: 'mara', sharedWith: 'jonas', steps };
}

const SOURCES = [
  'sensor',
  'valve',
  'weather',
  'schedule',
  'log',
  'battery',
  'main',
  'settings',
  'report',
  'radio',
];

function workshopStory(numbers: SeededNumbers, time: StoryTime): SampleLibrary {
  const steps = textSteps(numbers, time, {
    drafts: [
      { path: '/garden-sensor/README.md', firstLines: ['# Garden sensor', '', paragraph(numbers)] },
      ...SOURCES.map((name) => ({
        path: `/garden-sensor/src/${name}.ts`,
        firstLines: [codeFunction(numbers), '', codeFunction(numbers)],
      })),
      { path: '/Bookshelf/Parts.md', firstLines: ['# Parts', '', `- ${sentence(numbers)}`] },
    ],
    newLine: (path) => (path.endsWith('.ts') ? `\n${codeFunction(numbers)}` : `- ${sentence(numbers)}`),
    restDays: 22,
    archive: '/garden-sensor/old',
    by: () => ({ author: 'jonas', device: 'desktop' }),
  });
  const plans = ['Wiring', 'Case', 'Bookshelf'].map((name, at) => ({
    ...({ atSeconds: momentOf(numbers, time, 40 + at * 90), author: 'jonas', device: 'desktop' } as const),
    action: {
      kind: 'change',
      changes: [{ op: 'put', path: `/Plans/${name}.png`, content: () => drawing(at + 7) }],
    } as const,
  }));
  const inOrder = [...steps, ...plans].sort((a, b) => a.atSeconds - b.atSeconds);
  const description = 'Code and plans of what is being built';
  return { name: 'Workshop', description, owner: 'jonas', sharedWith: 'mara', steps: inOrder };
}
