import { processError } from '../domain';
import { isNotFound } from './not-found';

describe('missing records', () => {
  it.each([
    ['PGRST116', true],
    ['22P02', true],
    ['42501', false],
  ])('%s: %s', (code, missing) =>
    expect(isNotFound(processError({ code, message: 'x' }, 'Test'))).toBe(missing),
  );
});
