import type { SeededNumbers } from '../support/seeded-numbers.ts';
import { dateOf, dayCount, momentOf } from './sample-days.ts';
import { photo } from './sample-pictures.ts';
import type { SampleChange, SampleLibrary, SampleStep, StoryTime } from './sample-step.ts';

const PLACES = [
  'Lake Garda',
  'Birthday',
  'Hiking',
  'Baltic Sea',
  'Garden party',
  'Zoo',
  'Lisbon',
  'Skiing',
  'Camping',
  'Museum',
  'Harvest',
  'Wedding of Ida',
];
const TITLES = [
  'Sunrise',
  'On the summit',
  'Everybody together',
  'The old harbour',
  'Picnic',
  'First snow',
  'Evening light',
  'Best of the day',
];

/** Albums of trips, pictures from the phone, and what people do with pictures afterwards: throw away, name, sort. */
export function photoStory(numbers: SeededNumbers, time: StoryTime): SampleLibrary {
  const steps: SampleStep[] = [];
  let number = 1_000;
  const firstPlace = numbers.below(PLACES.length);
  let albums = 0;
  const newPhoto = (folder: string): SampleChange => {
    const seed = number++;
    return { op: 'put', path: `${folder}/IMG_${seed}.jpg`, content: () => photo(seed) };
  };
  for (let day = 1; day < dayCount(time) - 5; day += 24 + numbers.below(26)) {
    const atSeconds = momentOf(numbers, time, day);
    const { year, month, date } = dateOf(atSeconds);
    const place = PLACES[(firstPlace + albums++) % PLACES.length];
    const album = `/${year}/${date} ${place}`;
    const taken = Array.from({ length: 4 + numbers.below(4) }, () => newPhoto(album));
    steps.push({ atSeconds, author: 'mara', device: 'laptop', action: { kind: 'change', changes: taken } });
    steps.push(...sorting(numbers, { paths: taken.map(pathOf), day: day + 1, time }));
    if (numbers.chance(0.8)) {
      const changes = [newPhoto(`/Phone/${year}-${month}`)];
      const later = momentOf(numbers, time, day + 4);
      steps.push({ atSeconds: later, author: 'mara', device: 'phone', action: { kind: 'change', changes } });
    }
  }
  const description = 'Trips, birthdays and what the phone sends';
  return { name: 'Family photos', description, owner: 'mara', sharedWith: 'jonas', steps };
}

interface Album {
  readonly paths: readonly string[];
  readonly day: number;
  readonly time: StoryTime;
}

/** What happens to an album in the days after it came in: each picture meets one fate at most. */
function sorting(
  numbers: SeededNumbers,
  { paths: [blurred, best, ...others], day, time }: Album,
): SampleStep[] {
  const steps: SampleStep[] = [];
  const change = (later: number, change: SampleChange): void => {
    const action = { kind: 'change', changes: [change] } as const;
    steps.push({ atSeconds: momentOf(numbers, time, day + later), author: 'mara', device: 'laptop', action });
  };
  if (blurred !== undefined && numbers.chance(0.7)) {
    change(0, { op: 'remove', path: blurred });
    if (numbers.chance(0.3)) {
      const action = { kind: 'restore', path: blurred } as const;
      steps.push({ atSeconds: momentOf(numbers, time, day + 1), author: 'jonas', device: 'desktop', action });
    }
  }
  if (best !== undefined && numbers.chance(0.6)) {
    const folder = best.slice(0, best.lastIndexOf('/'));
    change(2, { op: 'move', from: best, to: `${folder}/${numbers.pick(TITLES)}.jpg` });
  }
  const [sorted] = others;
  if (sorted !== undefined && numbers.chance(0.3)) {
    change(2, { op: 'move', from: sorted, to: `/For the calendar${sorted.slice(sorted.lastIndexOf('/'))}` });
  }
  return steps;
}

function pathOf(change: SampleChange): string {
  return change.op === 'move' ? change.to : change.path;
}
