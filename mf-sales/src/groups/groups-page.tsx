import { formatDateRange, formatMoney } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useNavigate } from '@paperplane/shared/platform';
import {
  Badge,
  Button,
  EmptyState,
  FilterToggle,
  ListCard,
  ListTable,
  MetaLine,
  MobileListItem,
  PageHead,
  Plus,
  SearchBox,
  Td,
  useDebouncedValue,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleGroup } from '../sale';
import { cabinsText } from './cabins';
import { useListSaleGroupsQuery } from './groups-api';
import './groups.css';
import { useGroupDialog } from './use-group-dialog';

const SIZE = 50;
const COLUMNS = [
  { label: 'Group' },
  { label: 'Vendor', needs: 'medium' },
  { label: 'Trip', needs: 'medium' },
  { label: 'Sales' },
  { label: 'Total', numeric: true },
  { label: 'Vendor owes', numeric: true },
] as const;

/** Groups (docs/product/sales.md, Groups): each with the counts and sums of the sales one may see. */
export default function GroupsPage() {
  const { currency } = useCurrentUser().organization;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [archived, setArchived] = useState(false);
  const [page, setPage] = useState(1);
  const term = useDebouncedValue(search.trim());
  const list = useListSaleGroupsQuery({
    search: term,
    state: archived ? 'archived' : 'active',
    page,
    pageSize: SIZE,
  });
  const { open, dialog } = useGroupDialog((id) => void navigate(paths.saleGroup.href(id)));
  const money = (amount: number) => formatMoney(amount, { currency });
  const add = (
    <Button icon={<Plus className="pp-i" />} onClick={() => open(null)}>
      New group
    </Button>
  );
  const pages = list.currentData?.totalPages ?? 1;

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Groups"
        subtitle="Sales of one vendor on one trip."
        back={{ to: paths.sales.href(), label: 'Sales' }}
        link={Link}
        actions={add}
      />
      <div className="pp-bar">
        <div className="pp-filters">
          <SearchBox
            label="Search groups"
            finds="Name, reference, vendor"
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
          <FilterToggle
            label="Archived"
            on={archived}
            onChange={(on) => {
              setArchived(on);
              setPage(1);
            }}
          />
        </div>
      </div>
      <ListCard
        label="Groups"
        list={list}
        rows={10}
        empty={
          <EmptyState
            kind={term || archived ? undefined : 'first-run'}
            title={term || archived ? 'No group here' : 'Keep a group together'}
            actions={term || archived ? undefined : add}
          >
            {term || archived
              ? 'Try another name, or look among the others.'
              : 'Its sales share vendor, dates and rate, and one page adds them up.'}
          </EmptyState>
        }
      >
        {({ rows }) => (
          <>
            <ListTable
              label="Groups"
              columns={COLUMNS}
              rows={rows}
              row={(group) => <GroupRow key={group.id} group={group} money={money} />}
              item={(group) => <GroupItem key={group.id} group={group} money={money} />}
            />
            {pages > 1 && (
              <div className="pp-card-f pp-between">
                <Button variant="outline" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  Previous
                </Button>
                <span className="pp-muted pp-sm">
                  Page {page} of {pages}
                </span>
                <Button variant="outline" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  Next
                </Button>
              </div>
            )}
          </>
        )}
      </ListCard>
      {dialog}
    </main>
  );
}

interface GroupLineProps {
  group: SaleGroup;
  money: (amount: number) => string;
}

function GroupRow({ group, money }: GroupLineProps) {
  const { figures } = group;
  return (
    <tr>
      <Td text>
        <Link className="pp-tlink" to={paths.saleGroup.href(group.id)}>
          {group.name}
        </Link>{' '}
        {group.archived && <Badge>Archived</Badge>}
      </Td>
      <Td text needs="medium">
        {group.vendor.name}
      </Td>
      <Td needs="medium" className="pp-muted pp-num">
        {formatDateRange(group.travelDate, group.returnDate)}
      </Td>
      <Td text>{cabinsText(figures)}</Td>
      <Td numeric>
        <span className="amt">{money(figures.totalAmount)}</span>
      </Td>
      <Td numeric>{money(figures.owedAmount)}</Td>
    </tr>
  );
}

function GroupItem({ group, money }: GroupLineProps) {
  return (
    <MobileListItem
      to={paths.saleGroup.href(group.id)}
      link={Link}
      title={group.name}
      amount={money(group.figures.totalAmount)}
      meta={
        <>
          {group.vendor.name}
          <MetaLine
            text={cabinsText(group.figures)}
            date={formatDateRange(group.travelDate, group.returnDate)}
          />
        </>
      }
    />
  );
}
