/** What the database refuses here, in words. */
export const core = {
  kind_missing: () => 'Choose what this is.',
  history_is_kept: () => 'History can be neither changed nor deleted.',
  encryption_unavailable: () => 'What is encrypted cannot be read or written at the moment.',
  decimals_too_many: () => 'Use at most two decimals.',
  date_expected: () => 'Enter a date like 11/19/2026.',
  text_expected: () => 'Enter text here.',
  percentage_expected: () => 'Enter a percentage like 12.5.',
  percentage_out_of_range: () => 'Enter a percentage from 0 to 100.',
  amount_expected: () => 'Enter an amount like 1,482.50.',
  status_unknown: () => 'Invalid status specified',
  table_is_kept: ({ table }: { table: string }) =>
    `The table ${table} cannot be emptied by TRUNCATE: sums and histories would not follow.`,
  text_too_long: ({ most }: { most: number }) => `Use at most ${most.toLocaleString('en-US')} characters.`,
};
