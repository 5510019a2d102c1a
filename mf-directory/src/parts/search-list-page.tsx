import { plural } from '@paperplane/shared/domain';
import { Link, useQueryState } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  EmptyState,
  PageHead,
  Plus,
  SearchBox,
  useSearchText,
} from '@paperplane/shared/ui';
import { useCallback } from 'react';
import type { ListLook } from './directory-list';
import { ListBody, type ListQuery } from './list-body';
import { pageFromQuery } from './paging';

export interface SearchListPageProps<T> {
  /** "Customers", "customer". */
  title: string;
  noun: string;
  createTo: string;
  createLabel: string;
  searchLabel: string;
  /** What the search looks at, said where it finds nothing. */
  searchNote: string;
  /** First run: one sentence and the way to start. */
  firstTitle: string;
  firstText: string;
  look: ListLook<T>;
  useList: (page: { page: number; q: string }) => ListQuery<T>;
}

/** A list of records with search and paging, both in the address. */
export function SearchListPage<T extends { id: string }>(props: SearchListPageProps<T>) {
  const { title, noun, createTo, createLabel, searchLabel, searchNote, firstTitle, firstText, look } = props;
  const { values, set, search } = useQueryState({ page: '1', q: '' });
  const commit = useCallback((q: string) => set({ q }, { replace: true }), [set]);
  const [text, setText] = useSearchText(values.q, commit);
  const page = pageFromQuery(values.page);
  const query = props.useList({ page, q: values.q });

  const create = (
    <Link to={createTo} className={buttonClass('primary')}>
      <Plus className="pp-i" />
      <span>{createLabel}</span>
    </Link>
  );
  const isFirstRun = query.data?.count === 0 && !values.q && !query.error;
  const count = query.data?.count;

  return (
    <main id="main" className="pp-page">
      <PageHead
        title={title}
        subtitle={
          count === undefined || isFirstRun ? undefined : plural(count, values.q ? `matching ${noun}` : noun)
        }
        actions={isFirstRun ? undefined : create}
        busy={query.isFetching && query.data !== undefined}
      />
      {!isFirstRun && (
        <div className="pp-bar directory-bar">
          <SearchBox label={searchLabel} value={text} onChange={setText} />
        </div>
      )}
      <ListBody
        label={title}
        look={look}
        query={query}
        page={page}
        pageTo={(number) => search({ page: String(number) }) || '?'}
        empty={
          isFirstRun ? (
            <EmptyState kind="first-run" title={firstTitle} actions={create}>
              {firstText}
            </EmptyState>
          ) : (
            <EmptyState
              title={`No ${noun}s match “${values.q}”`}
              actions={
                <Button variant="outline" onClick={() => setText('')}>
                  Clear search
                </Button>
              }
            >
              {searchNote}
            </EmptyState>
          )
        }
      />
    </main>
  );
}
