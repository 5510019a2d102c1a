import type { contract } from '../../contract';
import { displayMessage } from '../../domain';
import { api, overrideExisting } from '../api/api';
import { send, through, type AnswerOf } from '../api/door';
import { avatarSrc, logoSrc } from '../storage/image-sources';

/** An agent whose sales a list can be filtered by; also an inactive one, whose sales stay. */
export interface AgentChoice {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
  isActive: boolean;
}

export interface VendorChoice {
  id: string;
  name: string;
  logoUrl: string | null;
}

/** Options are looked up by what was typed, or by the id of a link, whose name is not known. */
type ChoiceSearch = { search: string } | { id: string };

const PERSON = 'id, first_name, last_name, avatar_url, is_active';

/** What the filters of lists and reports offer, found by typing; asked only once a filter is opened. */
const filterOptions = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    findAgents: build.query<AgentChoice[], ChoiceSearch>({
      query: (wanted) =>
        through((db) =>
          'id' in wanted
            ? db.from('users').select(PERSON).eq('id', wanted.id)
            : send(db, 'find_members_by_name', wanted),
        ),
      transformResponse: (found: AnswerOf<typeof contract, 'find_members_by_name'>) =>
        found.map((agent) => ({ ...agent, avatarUrl: avatarSrc(agent.avatarUrl) })),
      providesTags: ['Team'],
    }),
    findVendors: build.query<VendorChoice[], ChoiceSearch>({
      query: (wanted) =>
        through((db) =>
          'id' in wanted
            ? db.from('vendors').select('id, name, logo_url').eq('id', wanted.id)
            : send(db, 'find_vendors_by_name', { ...wanted, withArchived: true }),
        ),
      transformResponse: (found: VendorChoice[]) =>
        found.map(({ id, name, logoUrl }) => ({ id, name, logoUrl: logoSrc(logoUrl) })),
      providesTags: ['Vendor'],
    }),
  }),
});

const { useFindAgentsQuery, useFindVendorsQuery } = filterOptions;

/** The options of a filter, as ui's FilterPicker takes them. */
interface Options<Choice> {
  items: readonly Choice[];
  loading: boolean;
  error: string | null;
  retry: () => void;
}

interface Answer<Choice> {
  data?: readonly Choice[];
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

const toOptions = <Choice>({ data, error, isFetching, refetch }: Answer<Choice>): Options<Choice> => ({
  items: data ?? [],
  loading: isFetching,
  error: error ? displayMessage(error) : null,
  retry: () => void refetch(),
});

/** Agents found by typing, for a filter that is open. */
export const useAgentOptions = (search: string): Options<AgentChoice> =>
  toOptions(useFindAgentsQuery({ search }));

/** Vendors found by typing, for a filter that is open. */
export const useVendorOptions = (search: string): Options<VendorChoice> =>
  toOptions(useFindVendorsQuery({ search }));

/**
 * The agent an address names, when what is on screen does not.
 * @param id null: nobody to look for
 */
export function useChosenAgent(id: string | null): AgentChoice | null {
  const { currentData } = useFindAgentsQuery({ id: id ?? '' }, { skip: id === null });
  return currentData?.[0] ?? null;
}

/** The vendor an address names, when what is on screen does not. */
export function useChosenVendor(id: string | null): VendorChoice | null {
  const { currentData } = useFindVendorsQuery({ id: id ?? '' }, { skip: id === null });
  return currentData?.[0] ?? null;
}
