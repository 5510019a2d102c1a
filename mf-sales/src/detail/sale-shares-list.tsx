import {
  displayMessage,
  formatMoneyExact,
  formatPercent,
  splitText,
  sumAmounts,
} from '@paperplane/shared/domain';
import { Avatar, Calculation, InlineError, SkeletonRows, StatusPill } from '@paperplane/shared/ui';
import type { Sale, SaleShares } from '../sale';
import { useGetSaleSharesQuery } from '../sale-detail-api';
import { besideRows } from './beside-rows';
import './sale-shares.css';

type Share = SaleShares['shares'][number];

const ROLES: Readonly<Record<Share['role'], string>> = {
  seller: 'Seller',
  co_seller: 'Co-seller',
  referral: 'Referral',
};

const BESIDE: Readonly<Record<SaleShares['beside'][number]['role'], string>> = {
  override: 'Override',
  override_charge: 'Override, taken off',
  tier_correction: 'Corrected by tier',
};

/** "Seller, 60%", as far as the reader may know the percents. */
const roleText = ({ role, percent }: Share) =>
  percent === null ? ROLES[role] : `${ROLES[role]}, ${formatPercent(percent)}`;

/** A name in two, for the letters of a picture that is not there. */
const personOf = ({ name, avatarUrl }: Share) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), avatarUrl };
};

interface ShareRowProps {
  share: Share;
  /** Its color. */
  place: number;
  /** All of the commission, where the reader knows every part of it. */
  whole: number | null;
  currency: string;
}

function ShareRow({ share, place, whole, currency }: ShareRowProps) {
  const { name, percent, grossPart, split, splitParts, amount, status, fee, total } = share;
  const money = (value: number) => formatMoneyExact(value, currency);
  const person = personOf(share);
  return (
    <li className="sale-part">
      <div className="sale-part-head">
        <Avatar person={person} />
        <span className="pp-grow">
          <b className="pp-strong">{name}</b>
          <small>
            <i className={`sale-part-key is-${place}`} aria-hidden="true" /> {roleText(share)}
          </small>
        </span>
        {total !== null && (
          <span className={status === 'cancelled' && !fee ? 'sale-part-sum pp-void' : 'sale-part-sum'}>
            {money(total)}
          </span>
        )}
      </div>
      {amount !== null && percent !== null && grossPart !== null && split !== null && (
        <Calculation
          rows={[
            {
              label: `${formatPercent(percent)} of ${whole === null ? 'the commission' : money(whole)}`,
              value: money(grossPart),
            },
            {
              label: `${person.firstName}’s split`,
              value: splitText(split, splitParts, grossPart, currency),
            },
            ...(fee
              ? [
                  {
                    label: `${formatPercent(fee.split)} of ${money(fee.grossPart)} service fee`,
                    value: money(fee.amount),
                  },
                ]
              : []),
          ]}
        />
      )}
      {status !== null && (
        <div className="sale-part-status">
          <span>{status === 'unpaid' ? 'In a payout once received' : ''}</span>
          <StatusPill status={status} />
        </div>
      )}
    </li>
  );
}

/** Who sold it and what each of them gets, as far as the reader may see it (docs/product/sales.md, Sale page). */
export default function SaleSharesList({ sale }: { sale: Pick<Sale, 'id' | 'currency'> }) {
  const { data, error, refetch } = useGetSaleSharesQuery(sale.id);
  if (error && !data) return <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={2} label="Loading shares" />;
  if (data === null) return null;
  const { shares, beside, agency, takenBack, fee } = data;
  const kept = agency === null ? null : sumAmounts([{ amount: agency }, { amount: fee?.agency ?? 0 }]);
  const whole = agency === null ? null : shares.reduce((sum, { grossPart }) => sum + (grossPart ?? 0), 0);
  return (
    <div className="sale-parts">
      {kept !== null && shares.length > 0 && (
        <div className="sale-parts-bar" aria-hidden="true">
          {shares.map(({ userId, total }, place) => (
            <i key={userId} className={`is-${place + 1}`} style={{ flexGrow: total ?? 0 }} />
          ))}
          <i className="is-0" style={{ flexGrow: Math.max(kept, 0) }} />
        </div>
      )}
      {shares.length > 0 && (
        <ul aria-label="Shares">
          {shares.map((share, place) => (
            <ShareRow
              key={share.userId}
              share={share}
              place={place + 1}
              whole={whole}
              currency={sale.currency}
            />
          ))}
        </ul>
      )}
      {beside.length > 0 && (
        <div className="sale-part">
          <Calculation
            rows={besideRows(beside).map(({ role, name, amount, paid }) => ({
              label: `${BESIDE[role]}, ${name}${paid ? ', paid' : ''}`,
              value: formatMoneyExact(amount, sale.currency),
            }))}
          />
        </div>
      )}
      {takenBack && (
        <div className="sale-part">
          <Calculation
            rows={[
              { label: 'Taken back by the vendor', value: formatMoneyExact(takenBack.amount, sale.currency) },
              { label: 'Of it from agents', value: formatMoneyExact(takenBack.agents, sale.currency) },
            ]}
          />
        </div>
      )}
      {kept !== null && (
        <div className="sale-part-keep">
          <span>
            <i className="sale-part-key is-0" aria-hidden="true" />
            Agency keeps
          </span>
          <span>{formatMoneyExact(kept, sale.currency)}</span>
        </div>
      )}
    </div>
  );
}
