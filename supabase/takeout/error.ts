/** A restore of an agency that was refused; its message says why in words for people. */
export class TakeoutError extends Error {
  override name = 'TakeoutError';
}
