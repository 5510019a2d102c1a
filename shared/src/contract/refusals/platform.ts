/** What the database refuses here, in words. */
export const platform = {
  length_expected: () => 'Say how long the request is.',
  request_too_large: () => 'The request is larger than 1 MB.',
  count_is_exact: () => 'Ask for an exact count: an estimate would be made from rows that are not yours.',
  report_is_running: () => 'Another report or export of yours is still running. Try again when it is done.',
};
