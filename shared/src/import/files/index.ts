/**
 * What every page that reads a file needs, without React: asking a worker, texts, dates, refusals, sending again. Workers import it from here
 * (`@paperplane/shared/import/files`), so that no page comes with it.
 */
export { answerAsks } from './answer-asks';
export * from './ask-worker';
export * from './decode-text';
export * from './file-hash';
export * from './file-problem';
export * from './patiently';
export * from './day-order';
export * from './delimiter';
