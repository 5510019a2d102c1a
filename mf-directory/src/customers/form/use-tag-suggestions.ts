import { useListCustomersQuery } from '../../customers-api';
import { OPENING } from '../list/use-customers-query';

/** The tags that are used most, for the form to offer: they come with the list, which most often is in the cache already. */
export function useTagSuggestions(): readonly string[] {
  const { data } = useListCustomersQuery(OPENING);
  return data?.tags.map(({ tag }) => tag) ?? [];
}
