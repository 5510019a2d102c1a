/** A failure that the form says already, in words of its own: nothing is left to show. */
export class ToldFailure extends Error {}
