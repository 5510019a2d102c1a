import { plural } from '@paperplane/shared/domain';
import type { CustomersQuery } from '../customer';

type Asked = Pick<CustomersQuery, 'archived' | 'search' | 'tag' | 'agentId'>;

/** True when the list shows a part of the active customers, or of the archived ones. */
export const isNarrowed = ({ search, tag, agentId }: Asked): boolean => Boolean(search || tag || agentId);

const kind = (query: Asked): string =>
  [isNarrowed(query) && 'matching', query.archived && 'archived', 'customer'].filter(Boolean).join(' ');

/** "312 customers", "4 matching archived customers". */
export function listSubtitle(query: Asked, count: number | undefined): string | undefined {
  return count === undefined ? undefined : plural(count, kind(query));
}

/** Echoes what nothing matches, and says what to do. */
export function noMatchText(query: Asked): { title: string; text: string } {
  if (!isNarrowed(query)) {
    return {
      title: 'Nobody is archived',
      text: 'Customers you archive leave the list and the sale form. They stay on their sales and can come back any time.',
    };
  }
  const what = query.archived ? 'archived customers' : 'customers';
  if (query.search) {
    return {
      title: `No ${what} match “${query.search}”`,
      text: 'Search looks at names, emails, phones and tags. Accents and order do not matter.',
    };
  }
  return {
    title: query.tag ? `No ${what} carry the tag “${query.tag}”` : `No ${what} of this agent`,
    text: 'Clear the filters to see everybody.',
  };
}
