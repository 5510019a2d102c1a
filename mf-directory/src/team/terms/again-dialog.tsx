import {
  actName,
  displayMessage,
  displayName,
  formatDate,
  formatMoneyExact,
  formatPercent,
  plural,
} from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { Figures, FormDialog, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import {
  useApplyTermsAgainMutation,
  usePreviewTermsAgainQuery,
  type ChangedShare,
  type TermsAgain,
} from './again-api';
import type { Agreement } from './terms-api';

const SCHEMA = v.object({});
const KINDS = {
  vendor: null,
  service_fee: 'service fee',
  penalty: 'penalty',
  volume_bonus: 'bonus',
} as const;

interface AgainDialogProps {
  member: Agreement['member'];
  onClose: () => void;
}

/** What is not paid has the split that the terms of its day say now: first what changes, then `Apply`. */
export function AgainDialog({ member, onClose }: AgainDialogProps) {
  const { currentData: again, error, refetch } = usePreviewTermsAgainQuery(member.id);
  const [apply] = useApplyTermsAgainMutation();
  const { currency } = useCurrentUser().organization;
  const toast = useToast();
  const [blank] = useState({});
  const name = displayName(member);
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const { dialog } = useDialogForm({
    schema: SCHEMA,
    blank,
    fields: [],
    save: async (_nothing, send) => {
      try {
        await send((requestKey) =>
          apply({ memberId: member.id, expected: again?.expected ?? '', requestKey }).unwrap(),
        );
      } catch (failure) {
        // Another preview than the one that was read, perhaps.
        void refetch();
        throw failure;
      }
      toast.done(
        actName('Terms applied again', { who: `for ${name}` }),
        again
          ? `${plural(again.count, 'share')}, ${money(again.before)} before and ${money(again.after)} now.`
          : '',
      );
      onClose();
    },
  });
  const isEmpty = again?.count === 0;
  return (
    <FormDialog
      title={`Apply the terms of ${name} again`}
      subtitle="To what is not paid yet. What is paid, in a payout, in closed books or cancelled stays as it is."
      {...(again && !isEmpty
        ? {
            submitLabel: 'Apply',
            submitName: actName('Apply', {
              amount: money(again.after),
              who: `for ${name}, ${plural(again.count, 'share')}`,
            }),
          }
        : {})}
      failedTitle="Nothing was changed"
      {...dialog}
      onClose={onClose}
    >
      <div className="full pp-stack">
        {again ? (
          isEmpty ? (
            <p className="pp-muted">Nothing to change: all that is not paid has the split of its day.</p>
          ) : (
            <Changes again={again} money={money} />
          )
        ) : error ? (
          <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} label="Loading what changes" />
        )}
      </div>
    </FormDialog>
  );
}

function Changes({ again, money }: { again: TermsAgain; money: (amount: number) => string }) {
  const { count, before, after, rows } = again;
  return (
    <>
      <Figures
        items={[
          { label: 'What changes', value: plural(count, 'share') },
          { label: 'Before', value: money(before) },
          { label: 'After', value: money(after) },
        ]}
      />
      <table className="pp-table terms-compare terms-again" aria-label="What changes">
        <thead>
          <tr>
            <th scope="col">Sale</th>
            <th scope="col" className="r">
              Split
            </th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.salesId} ${row.kind}`}>
              <th scope="row">
                <Link className="pp-tlink" to={paths.sale.href(row.salesId)}>
                  {saleText(row)}
                </Link>
                <small className="pp-muted pp-sm">
                  {row.vendorName}, {formatDate(row.day)}
                </small>
              </th>
              <td className="r">
                <Change from={formatPercent(row.splitBefore)} to={formatPercent(row.splitAfter)} />
              </td>
              <td className="r">
                <Change from={money(row.amountBefore)} to={money(row.amountAfter)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length && (
        <p className="pp-muted pp-sm">The latest {rows.length} are shown; the sums are of all.</p>
      )}
    </>
  );
}

/** `Amelia Hart · AZ-1, service fee`. */
const saleText = ({ customer, bookingReference, kind, shared }: ChangedShare): string =>
  [[customer, bookingReference].filter(Boolean).join(' · '), KINDS[kind] ?? (shared ? 'shared' : null)]
    .filter(Boolean)
    .join(', ');

const Change = ({ from, to }: { from: string; to: string }) => (
  <>
    <s>{from}</s> <span aria-hidden="true">→</span> <b>{to}</b>
  </>
);
