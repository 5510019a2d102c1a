/**
 * What an Edge Function does is waited for so long, in milliseconds: a machine under load may not start one in time, and a job asks it again
 * within two minutes. Tests that wait for one are slow (`test.slow()`).
 */
export const BY_FUNCTION = { timeout: 150_000 };
