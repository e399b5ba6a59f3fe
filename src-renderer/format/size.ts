import { LOCALE } from '../i18n/language.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** Bytes in decimal units, as current file managers show them: `1.2 MB`, `640 kB`, `0 B`. */
export function formatSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const number = unit === 0 || value >= 100 ? whole.format(value) : tenths.format(value);
  return `${number}\u00a0${UNITS[unit] ?? 'B'}`;
}

/** A share of one: `62%`. */
export function formatPercent(share: number): string {
  return percents.format(share);
}

export function formatNumber(count: number): string {
  return whole.format(count);
}
