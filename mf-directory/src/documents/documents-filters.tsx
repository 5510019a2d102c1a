import { DOCUMENT_CATEGORIES, DOCUMENT_CATEGORY_LABELS } from '@paperplane/shared/domain';
import { Eye, FilterSearch, FilterSelect, Link2, SortFilter, Tag } from '@paperplane/shared/ui';
import { RECORD_NAMES, VISIBILITIES, type Visibility } from './document';
import { BELONGS, type DocumentsQuery } from './documents-list';

interface DocumentsFiltersProps {
  query: DocumentsQuery;
  set: (changes: Partial<Record<string, string>>, options?: { replace?: boolean }) => void;
}

const WHO: Readonly<Record<Visibility, string>> = {
  admins: 'Admins',
  record: 'Who sees the record',
  member: 'One member',
  everybody: 'Everybody',
};

const ORDERS = [
  { value: 'title-asc', label: 'Title A to Z' },
  { value: 'category-asc', label: 'Category' },
  { value: 'updatedAt-desc', label: 'Last updated' },
] as const;

const icon = 'pp-i';

/** Search and what narrows the list; on a phone also its order. */
export function DocumentsFilters({ query, set }: DocumentsFiltersProps) {
  return (
    <div className="pp-filters">
      <FilterSearch label="Search documents" finds="Search documents" search={query.search} set={set} />
      <FilterSelect
        label="Category"
        allLabel="All categories"
        icon={<Tag className={icon} />}
        options={DOCUMENT_CATEGORIES.map((value) => ({ value, label: DOCUMENT_CATEGORY_LABELS[value] }))}
        value={query.category}
        onChange={(category) => set({ category })}
      />
      <FilterSelect
        label="Belongs to"
        allLabel="Anything"
        icon={<Link2 className={icon} />}
        options={BELONGS.map((value) => ({
          value,
          label: value === 'members' ? 'A member' : `A ${RECORD_NAMES[value].toLowerCase()}`,
        }))}
        value={query.belongs}
        onChange={(belongs) => set({ belongs })}
      />
      <FilterSelect
        label="Visible to"
        allLabel="Anybody"
        icon={<Eye className={icon} />}
        options={VISIBILITIES.map((value) => ({ value, label: WHO[value] }))}
        value={query.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      <SortFilter first="First to expire" orders={ORDERS} sort={query.sort} set={set} />
    </div>
  );
}
