/**
 * Lets the browser answer and paint before what is still to do goes on: a long start of the app is done in turns. Where the browser can, what goes
 * on comes before everything that has been waiting for less.
 */
export const nextTurn = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in globalThis.scheduler
    ? globalThis.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
