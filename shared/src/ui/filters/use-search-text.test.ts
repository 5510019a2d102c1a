/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { useSearchText } from './use-search-text';

const start = () => {
  const commit = jest.fn();
  const hook = renderHook(({ committed }) => useSearchText(committed, commit), {
    initialProps: { committed: '' },
  });
  return { commit, hook, type: (text: string) => act(() => hook.result.current[1](text)) };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('useSearchText', () => {
  it('commits once, trimmed, when the typist pauses', () => {
    const { commit, type } = start();
    type('el');
    type('elena ');
    act(() => jest.advanceTimersByTime(1000));
    expect(commit.mock.calls).toEqual([['elena']]);
  });

  it('keeps what is typed while its own search comes back', () => {
    const { hook, type } = start();
    type('el');
    act(() => jest.advanceTimersByTime(1000));
    type('elen');
    hook.rerender({ committed: 'el' });
    expect(hook.result.current[0]).toBe('elen');
  });

  it('follows Back', () => {
    const { hook, type, commit } = start();
    type('elena');
    act(() => jest.advanceTimersByTime(1000));
    hook.rerender({ committed: 'elena' });
    hook.rerender({ committed: '' });
    act(() => jest.advanceTimersByTime(1000));
    expect(hook.result.current[0]).toBe('');
    expect(commit).toHaveBeenCalledTimes(1);
  });
});
