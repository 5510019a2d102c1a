import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

type Values<K extends string> = Record<K, string>;

/** What a query string says, with the default where it says nothing. */
export function queryValues<K extends string>(params: URLSearchParams, defaults: Values<K>): Values<K> {
  const values = { ...defaults };
  for (const key of Object.keys(values) as K[]) values[key] = params.get(key) ?? values[key];
  return values;
}

/**
 * A list's filter, sort and page, kept in the query string, so that every view can be linked, reloaded and shared.
 * @param defaults every parameter of the list with its default; a default is left out of the address
 * @returns the values, and a setter that merges; changing anything but the page goes back to page 1
 */
export function useQueryState<K extends string>(defaults: Values<K>) {
  const [params, setParams] = useSearchParams();
  const stable = JSON.stringify(defaults);
  const values = useMemo(() => queryValues(params, JSON.parse(stable) as Values<K>), [params, stable]);
  /** The query string with these changes, for links. */
  const search = useCallback(
    (changes: Partial<Values<K>>): string => {
      const known = JSON.parse(stable) as Values<K>;
      const next = new URLSearchParams(params);
      if (!('page' in changes)) next.delete('page');
      for (const [key, value] of Object.entries(changes) as [K, string][]) {
        if (value === known[key] || value === '') next.delete(key);
        else next.set(key, value);
      }
      const query = next.toString();
      return query ? `?${query}` : '';
    },
    [params, stable],
  );
  const set = useCallback(
    (changes: Partial<Values<K>>, options?: { replace?: boolean }) => setParams(search(changes), options),
    [search, setParams],
  );
  return { values, set, search };
}
