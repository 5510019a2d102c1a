import { processError, type AppError } from '../../domain';

const load = () => import(/* webpackChunkName: "lazy-account" */ './account');

/**
 * Runs what is rarely done with an account, by code that is fetched then.
 * @param context of a failure: `SignUp`
 * @returns what it answers; code that could not be fetched is a network that did not answer
 */
export const withAccount = <Answer>(
  context: string,
  act: (code: Awaited<ReturnType<typeof load>>) => Promise<Answer>,
): Promise<Answer | { success: false; written: false; error: AppError }> =>
  load().then(act, () => ({
    success: false,
    written: false,
    error: processError('network: the code did not load', `Auth/${context}`),
  }));
