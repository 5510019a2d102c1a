import { useState } from 'react';
import { useListCustomersQuery } from '../customers-api';
import { OPENING } from '../list/customers-list';

/**
 * The tags that are used most, for the form to offer: they come with the list, which most often is in the cache already.
 * @returns the tags, and what asks for them: nobody waits for them before the field is used
 */
export function useTagSuggestions(): [tags: readonly string[], ask: () => void] {
  const [asked, setAsked] = useState(false);
  const { data } = useListCustomersQuery(OPENING, { skip: !asked });
  return [data?.tags.map(({ tag }) => tag) ?? [], () => setAsked(true)];
}
