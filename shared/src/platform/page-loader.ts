import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { LoaderFunction } from 'react-router-dom';
import { isAdmin, isOwner } from '../domain';
import { expectedUser } from './auth/expected-user';
import { store } from './store';

/** What a page's arguments follow from before the page is there. */
export interface AskedPage {
  search: URLSearchParams;
  /** The `:id` of the address; empty where it has none. */
  id: string;
  isAdmin: boolean;
  /** Left out by an app that is older than this. */
  isOwner?: boolean;
  /** Of the person's organization. */
  timeZone: string;
}

/** What `api.util.prefetch(endpoint, args, options)` makes; false asks for nothing. */
type Prefetch = ThunkAction<void, unknown, unknown, UnknownAction> | false;

/**
 * Makes the `loader` that a page exports beside its component. The shell runs it as soon as the page's code is there, perhaps before the
 * person's row is: it starts the page's queries in the store and waits for nothing. The page's hooks find them there.
 * @param queries each with the arguments that the page's own hook will use, or there are two requests
 */
export const pageLoader =
  (...queries: ((page: AskedPage) => Prefetch)[]): LoaderFunction =>
  ({ request, params }) => {
    const user = expectedUser();
    if (!user) return null;
    const page: AskedPage = {
      search: new URL(request.url).searchParams,
      id: params['id'] ?? '',
      isAdmin: isAdmin(user.role),
      isOwner: isOwner(user.role),
      timeZone: user.organization.timeZone,
    };
    for (const query of queries) {
      const prefetch = query(page);
      if (prefetch) store.dispatch(prefetch);
    }
    return null;
  };
