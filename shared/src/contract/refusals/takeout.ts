/** What the database refuses here, in words. */
export const takeout = {
  passphrase_too_short: ({ least }: { least: number }) => `Use a passphrase of at least ${least} characters.`,
  passphrase_too_plain: ({ least }: { least: number }) => `Use at least ${least} different characters.`,
  agency_export_runs: () => 'The agency is being written to files already.',
  agency_export_not_found: () => 'This export is not there any more.',
};
