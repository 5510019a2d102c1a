import { sessionOf } from './accounts';
import { stack } from './environment';

/** Somebody's own way to the data, past the screens: to prepare a test, or to change things behind a page's back. */
export interface Api {
  userId: string;
  /** Rows of a PostgREST query, e.g. `sales?status=eq.booked&select=id`. */
  rows: <T>(query: string) => Promise<T[]>;
  /** The only row of such a query. */
  one: <T>(query: string) => Promise<T>;
  /** Adds a row and answers it; the columns of a table that has closed ones are named, e.g. `vendors?select=id`. */
  insert: <T = { id: string }>(table: string, row: object) => Promise<T>;
  /** Changes the rows of a query, e.g. `sales?id=eq.…`. */
  update: (query: string, changes: object) => Promise<void>;
  call: <T>(name: string, parameters: object) => Promise<T>;
}

/** Sends to the API with somebody's token, or nobody's. @throws Error with what the server said */
export async function request<T>(
  path: string,
  init: RequestInit,
  token = stack().publishableKey,
): Promise<T> {
  const answer = await fetch(stack().apiUrl + path, {
    ...init,
    headers: {
      apikey: stack().publishableKey,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...init.headers,
    },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Sends to the API as nobody in particular. */
export const post = <T>(path: string, body: object): Promise<T> =>
  request(path, { method: 'POST', body: JSON.stringify(body) });

/** Somebody's way to the data, in a session of its own. */
export async function apiOf(email: string, by: 'password' | 'otp' = 'password'): Promise<Api> {
  const session = await sessionOf(email, by);
  const send = <T>(path: string, init: RequestInit = {}) =>
    request<T>(`/rest/v1/${path}`, init, session.access_token);
  const rows = <T>(query: string) => send<T[]>(query);
  return {
    userId: String(session.user['id']),
    rows,
    async one<T>(query: string) {
      const found = await rows<T>(query);
      if (found.length !== 1) throw new Error(`${query} has ${found.length} rows`);
      return found[0] as T;
    },
    insert: async <T>(table: string, row: object) => {
      const prefer = { Prefer: 'return=representation' };
      const created = await send<T[]>(table, { method: 'POST', body: JSON.stringify(row), headers: prefer });
      return created[0] as T;
    },
    update: async (query, changes) => {
      await send(query, { method: 'PATCH', body: JSON.stringify(changes) });
    },
    call: (name, parameters) => send(`rpc/${name}`, { method: 'POST', body: JSON.stringify(parameters) }),
  };
}
