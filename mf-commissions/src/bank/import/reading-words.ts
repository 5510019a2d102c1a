export const DELIMITER_WORDS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
export const DATE_WORDS = { mdy: 'month/day/year', dmy: 'day/month/year', ymd: 'year-month-day' } as const;
export const DECIMAL_WORDS = { '.': '1,234.56', ',': '1.234,56' } as const;
export const ENCODING_WORDS = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  shift_jis: 'Shift JIS',
} as const;
