export const en = {
  asSystem: 'As the system',
  language: 'Language',
} as const;
