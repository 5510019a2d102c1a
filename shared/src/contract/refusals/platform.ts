/** What the database refuses here, in words. */
export const platform = {
  count_is_exact: () => 'Ask for an exact count: an estimate would be made from rows that are not yours.',
  report_is_running: () => 'Another report or export of yours is still running. Try again when it is done.',
};
