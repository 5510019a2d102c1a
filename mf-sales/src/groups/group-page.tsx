import {
  displayMessage,
  displayName,
  formatDateRange,
  formatMoneyExact,
  formatPercent,
  plural,
  today as todayIn,
} from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useAuth,
  useCurrentUser,
  useNavigate,
  useParams,
  useToast,
} from '@paperplane/shared/platform';
import { LazyConfirmDialog, RecordGate } from '@paperplane/shared/records';
import {
  Badge,
  Button,
  buttonClass,
  Calculation,
  Card,
  DescriptionList,
  Ellipsis,
  EmptyState,
  Figures,
  Menu,
  Notice,
  PageHead,
  Pencil,
  Plus,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { SalesTable } from '../list/sales-table';
import '../list/sales-list.css';
import type { SaleGroupDetail } from '../sale';
import { Cabins, cabinsText, salesText } from './cabins';
import {
  useApplyGroupDatesMutation,
  useArchiveSaleGroupMutation,
  useDeleteSaleGroupMutation,
  useGetSaleGroupQuery,
} from './groups-api';
import './groups.css';
import { useGroupDialog } from './use-group-dialog';

const back = { to: paths.saleGroups.href(), label: 'Groups' };
const absent = {
  head: 'Group not found',
  title: 'There is no group at this address',
  text: 'It may have been deleted, or the link is incomplete.',
  leave: 'Go to groups',
};

/** /sales/groups/:id: a group booking, and of its sales those one may see. */
export default function GroupPage() {
  const { id = '' } = useParams();
  const query = useGetSaleGroupQuery(id);
  return (
    <RecordGate label="Group" back={back} absent={absent} query={query}>
      {(group) => <Group key={group.id} group={group} />}
    </RecordGate>
  );
}

type Question = 'dates' | 'delete';

function Group({ group }: { group: SaleGroupDetail }) {
  const { isAdmin } = useAuth();
  const { currency, timeZone } = useCurrentUser().organization;
  const navigate = useNavigate();
  const toast = useToast();
  const [question, setQuestion] = useState<Question | null>(null);
  const { open, dialog } = useGroupDialog(() => undefined);
  const [archive] = useArchiveSaleGroupMutation();
  const [remove, removal] = useDeleteSaleGroupMutation();
  const [apply, application] = useApplyGroupDatesMutation();
  const { figures, vendor, sales, otherDates } = group;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const isEmpty = figures.sales + figures.cancelled === 0;

  async function setArchived(archived: boolean) {
    const answer = await archive({ id: group.id, archived });
    if ('error' in answer) toast.error('The group was not changed', displayMessage(answer.error));
    else toast.success(archived ? `${group.name} is archived` : `${group.name} is restored`);
  }

  async function confirm() {
    if (question === 'dates') {
      const answer = await apply({ id: group.id, version: group.version });
      if ('error' in answer) return;
      toast.success(`${plural(answer.data.changed, 'sale')} changed`, 'Their histories say so.');
    } else {
      const answer = await remove(group.id);
      if ('error' in answer) return;
      void navigate(paths.saleGroups.href(), { replace: true });
    }
    setQuestion(null);
  }

  const failed = question === 'dates' ? application.error : removal.error;
  return (
    <>
      <PageHead
        title={group.name}
        status={group.archived && <Badge>Archived</Badge>}
        back={back}
        link={Link}
        actions={
          <>
            {group.mayChange && (
              <>
                <Button variant="outline" icon={<Pencil className="pp-i" />} onClick={() => open(group)}>
                  Edit
                </Button>
                <Menu
                  label="More actions"
                  button={<Ellipsis className="pp-i" />}
                  buttonClassName={buttonClass('outline')}
                  items={[
                    {
                      key: 'archive',
                      label: group.archived ? 'Restore' : 'Archive',
                      onSelect: () => void setArchived(!group.archived),
                    },
                    ...(isEmpty
                      ? [
                          {
                            key: 'delete',
                            label: 'Delete',
                            danger: true,
                            onSelect: () => setQuestion('delete'),
                          },
                        ]
                      : []),
                  ]}
                />
              </>
            )}
            {!group.archived && (
              <Link className={buttonClass('primary')} to={paths.saleCreate.href({ groupId: group.id })}>
                <Plus className="pp-i" />
                <span>Add sale</span>
              </Link>
            )}
          </>
        }
      />
      {otherDates > 0 && (
        <div className="group-head">
          <Notice>
            {plural(otherDates, 'booked sale')} {otherDates === 1 ? 'has' : 'have'} other dates than the
            group.{' '}
            <button type="button" className="pp-link" onClick={() => setQuestion('dates')}>
              Apply to {plural(otherDates, 'sale')}
            </button>
          </Notice>
        </div>
      )}
      <div className="pp-grid">
        <div className="c8 pp-stack">
          <Card padded={false} title={isAdmin ? 'Sales' : 'Your sales'}>
            {sales.length === 0 ? (
              <EmptyState title={isAdmin ? 'No sales yet' : 'None of your sales yet'}>
                Add a sale here, or choose this group in the form of one.
              </EmptyState>
            ) : (
              <SalesTable sales={sales} today={todayIn(timeZone)} showAgent={isAdmin} inGroup />
            )}
          </Card>
        </div>
        <div className="c4 pp-stack">
          <Card title={isAdmin ? 'The group' : 'Your part of the group'}>
            <Figures items={[{ label: salesText(figures), value: money(figures.totalAmount) }]} />
            <Cabins figures={figures} />
            <p className="pp-muted pp-sm">
              {cabinsText(figures)}
              {figures.cancelled > 0 && `, ${figures.cancelled} cancelled`}
            </p>
            <Calculation
              rows={[
                { label: 'Commission, gross', value: money(figures.commissionAmount) },
                {
                  label: `Vendor owes in one sum, of ${plural(figures.owedCount, 'sale')}`,
                  value: money(figures.owedAmount),
                  sum: true,
                },
              ]}
            />
            <Link className="pp-link pp-sm" to={paths.sales.href({ groupId: group.id })}>
              View in sales
            </Link>
          </Card>
          <Card title="Booking">
            <DescriptionList
              items={[
                {
                  term: 'Vendor',
                  value: isAdmin ? (
                    <Link className="pp-link" to={paths.vendor.href(vendor.id)}>
                      {vendor.name}
                    </Link>
                  ) : (
                    vendor.name
                  ),
                },
                { term: 'Group reference', value: group.bookingReference },
                {
                  term: 'Trip',
                  value: group.travelDate && formatDateRange(group.travelDate, group.returnDate),
                },
                {
                  term: 'Commission rate',
                  value:
                    group.defaultCommissionRate === null
                      ? 'The vendor’s'
                      : formatPercent(group.defaultCommissionRate),
                },
                { term: 'Made by', value: group.createdBy && displayName(group.createdBy) },
              ]}
            />
            {group.notes && <p className="group-notes">{group.notes}</p>}
          </Card>
        </div>
      </div>
      {dialog}
      {question && (
        <LazyConfirmDialog
          title={
            question === 'dates'
              ? `Give ${plural(otherDates, 'sale')} the dates of the group?`
              : `Delete ${group.name}?`
          }
          confirmLabel={question === 'dates' ? `Apply to ${plural(otherDates, 'sale')}` : 'Delete group'}
          variant={question === 'dates' ? undefined : 'danger'}
          busy={application.isLoading || removal.isLoading}
          error={failed ? displayMessage(failed) : null}
          onConfirm={() => void confirm()}
          onCancel={() => setQuestion(null)}
        >
          <p>
            {question === 'dates'
              ? `They become ${formatDateRange(group.travelDate, group.returnDate)}. Paid and cancelled sales keep their own.`
              : 'It has no sales. This cannot be undone.'}
          </p>
        </LazyConfirmDialog>
      )}
    </>
  );
}
