import type { Catalog } from '../../src-shared/message-values.ts';

/** Texts of the service and of Seafile: they are compared with what was said, so they cannot be worded here. */
const SAID_ELSEWHERE = ['format/commit', 'format/service'];

/** Messages that have to name an option or a file: a person types the one and looks for the other. */
const NAMED_ON_PURPOSE = ['sign-in whereUntold', 'shell refused-port-taken'];

const RULES: Readonly<Record<string, readonly (readonly [pattern: RegExp, advice: string])[]>> = {
  en: [
    [/^(?:What|Whether|Who)\b.*[^?]$/s, 'begins with a question that is none: name the thing'],
    [/\b[Ii]t is not known\b/, 'say who cannot tell, or what to do'],
    [/\b(?:hash(?:es|ing)?|commits?|stores?|repo|director(?:y|ies)|blobs?)\b/i, 'is a word of programmers'],
    [/(?<![\w-])--[a-z]/, 'names an option of the command line'],
    [/\b(?:somebody|whoever)\b/i, 'say who: anyone, people, a user'],
    [/\bnot (?:made|begun)\.|\bwould be (?:listed|shown)\b/, 'is no English that people speak'],
    [
      /\bthere (?:already|any ?more)\b|\bin step\b|\b(?:is|are) equal\b|\brehears(?!al trial)/i,
      'is another language in English words',
    ],
    [/(?<!\{)\b(?:id|ids|Id|Ids)\b(?!\})|\b[Ss]ub-folder/, 'is spelled ID, or subfolder'],
    [/\bmake (?:an? )?(?:folder|link|token|group|user|account)\b/i, 'is created, not made'],
    [
      /\b(?:Folders?|Libraries|Devices?) of (?:the server|this computer|your network)\b.* by\b/,
      'say who does it first',
    ],
  ],
  de: [
    [/^(?:Ob|Was|Wofür)\b.*[^?]$/s, 'beginnt mit einer Frage, die keine ist'],
    [/\b(?:Hash|Commits?|Store)\b/, 'ist ein Wort für Programmierer'],
    [/(?<![\w-])--[a-z]/, 'nennt eine Option der Kommandozeile'],
    [/\bIds?\b/, 'schreibt man ID'],
    [
      /\b(?:Rechner|Handy|Besitzer|Fassung|Sicherung)(?:s|e?n)?\b/,
      'heißt hier Computer, Telefon, Eigentümer, Version, Backup',
    ],
    [/\bverbundenen? Ordner/, 'heißt verknüpft'],
    [
      /\b[Ee]s ist nicht bekannt\b|\bwürden? hier stehen\b/,
      'sagt nicht, wer es nicht weiß und was zu tun ist',
    ],
  ],
};

/** Messages that people would stumble over, each with what is wrong. */
export function findPoorWording(language: string, catalog: Catalog): string[] {
  return Object.entries(catalog).flatMap(([area, texts]) =>
    SAID_ELSEWHERE.includes(area)
      ? []
      : Object.entries(texts).flatMap(([key, message]) => {
          const place = `${area} ${key}`;
          if (NAMED_ON_PURPOSE.includes(place)) return [];
          return (RULES[language] ?? [])
            .filter(([pattern]) => pattern.test(message))
            .map(([, advice]) => `${place}: “${message}” ${advice}`);
        }),
  );
}
