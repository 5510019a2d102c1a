/** @jest-environment jsdom */
import { ERROR_MESSAGES } from '@paperplane/shared/domain';
import { RemoteFailure } from './failure';

describe('RemoteFailure', () => {
  it('keeps the first cause and its stage', () => {
    const first = new RemoteFailure('manifest', 'answered 500', 500);
    expect(RemoteFailure.from('entry', first)).toBe(first);
  });

  it.each([
    ['a time-out of fetch', new DOMException('signal timed out', 'TimeoutError')],
    ['a time-out of a chunk', new Error('Loading chunk 7 failed. (timeout: http://x/7.js)')],
  ])('knows %s as hanging', (_what, error) => {
    const failure = RemoteFailure.from('page', error);
    expect(failure).toMatchObject({ stage: 'page', reason: 'no answer in time', hanging: true });
    expect(failure.needsReload).toBe(true);
    expect(failure.userMessage).toBe(ERROR_MESSAGES.NETWORK);
  });

  it('asks for a new document only when a page script hangs', () => {
    expect(RemoteFailure.from('entry', new DOMException('', 'TimeoutError')).needsReload).toBe(false);
    expect(
      RemoteFailure.from('page', new Error('Loading chunk 7 failed. (error: http://x/7.js)')).needsReload,
    ).toBe(false);
  });

  it.each([
    [
      'the server answered',
      new RemoteFailure('manifest', 'answered 404', 404),
      ERROR_MESSAGES.API_SERVER_ERROR,
    ],
    ['nobody answered', new RemoteFailure('entry', 'Failed to fetch'), ERROR_MESSAGES.NETWORK],
    ['the contract does not fit', new RemoteFailure('contract', 'built for 2.0'), ERROR_MESSAGES.UNKNOWN],
    ['the page broke', RemoteFailure.from('render', new TypeError('x is undefined')), ERROR_MESSAGES.UNKNOWN],
  ])('says it in words of the catalogue when %s', (_what, failure, text) => {
    expect(failure.userMessage).toBe(text);
  });

  it('takes anything that can be thrown', () => {
    expect(RemoteFailure.from('entry', 'just text').reason).toBe('just text');
    expect(RemoteFailure.from('entry', undefined).reason).toBe('undefined');
  });
});
