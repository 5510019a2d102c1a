import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useQueryState } from './use-query-state';

const render = (address: string) =>
  renderHook(() => ({ state: useQueryState({ status: '', page: '1' }), search: useLocation().search }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });

describe('useQueryState', () => {
  it('reads the address over the defaults', () => {
    expect(render('/sales?status=paid').result.current.state.values).toEqual({ status: 'paid', page: '1' });
  });

  it('goes back to page 1 when a filter changes, and leaves defaults out of the address', () => {
    const { result } = render('/sales?status=paid&page=3&other=x');
    act(() => result.current.state.set({ status: '' }));
    expect(result.current.search).toBe('?other=x');
  });

  it('builds links without going there', () => {
    const { result } = render('/sales?status=paid');
    expect(result.current.state.search({ page: '2' })).toBe('?status=paid&page=2');
    expect(result.current.search).toBe('?status=paid');
  });
});
