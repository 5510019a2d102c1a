import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { matchPath, MemoryRouter, Route, Routes, type LoaderFunctionArgs } from 'react-router-dom';
import { connect, initializeAuth, store, type RemotePage } from '@paperplane/shared/platform';
import { SomeHeaders } from './some-headers';

const USER = {
  id: 'u1',
  email: 'nora@agency.test',
  first_name: 'Nora',
  last_name: 'Quist',
  role: 'admin',
  avatar_url: null,
  organization_id: 'o1',
  is_active: true,
  organizations: { id: 'o1', name: 'Quist', logo_url: null, currency: 'USD', time_zone: 'Pacific/Auckland' },
};

/**
 * Runs a page's loader as the shell does, then shows the page to a signed-in admin; no request but that for the person is ever answered.
 * @param pattern the page's path in the manifest
 * @returns the names of what was asked of the database: `list_sales`, by the loader and by both
 */
export async function requestsOfPage(
  { default: Page, loader }: RemotePage,
  pattern: string,
  address: string,
): Promise<{ byLoader: string[]; inAll: string[] }> {
  const inAll: string[] = [];
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input) => {
    const { pathname } = new URL(input as string);
    if (pathname.endsWith('/users')) {
      const answer = { ok: true, status: 200, headers: new Headers(), text: () => JSON.stringify([USER]) };
      return Promise.resolve(answer as unknown as Response);
    }
    inAll.push(pathname.split('/').at(-1) ?? '');
    return new Promise(() => undefined);
  };
  const texts = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...texts });
  const session = { access_token: 't', refresh_token: 'r', expires_at: 9_999_999_999, user: { id: USER.id } };
  localStorage.setItem('paperplane.auth', JSON.stringify(session));
  await initializeAuth();

  const url = new URL(address, location.origin);
  const params = matchPath(pattern, url.pathname)?.params;
  await loader?.({ request: { url: url.href }, params } as unknown as LoaderFunctionArgs);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  const byLoader = [...inAll];
  const { unmount } = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={pattern} element={<Page />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  unmount();
  return { byLoader, inAll };
}
