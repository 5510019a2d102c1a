import type { SaleStatus } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { useCopy } from '@paperplane/shared/records';
import {
  Button,
  buttonClass,
  CircleCheck,
  CircleQuestionMark,
  Copy,
  Ellipsis,
  Menu,
  Pencil,
} from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import { statusChangeOptions } from './status-changes';

interface SaleActionsProps {
  sale: SaleDetail;
  /** Asks before the sale is moved. */
  onStatusChange: (to: SaleStatus) => void;
  /** Takes down what the customer paid. */
  onRecordPayment: () => void;
  /** Explains the statuses. */
  onHelp: () => void;
}

/** Puts the page's address on the clipboard, without what the list before it left in the query. */
function CopyLink({ sale }: { sale: SaleDetail }) {
  const copy = useCopy();
  const address = new URL(paths.sale.href(sale.id), location.origin).href;
  return (
    <Button
      variant="outline"
      className="sale-copy"
      icon={<Copy className="pp-i" />}
      onClick={() => void copy(address, 'Link', 'Copy it from the address bar.')}
    >
      Copy link
    </Button>
  );
}

/** The header's actions: copy, edit, the next status where there is one, and every status in the menu. */
export function SaleActions({ sale, onStatusChange, onRecordPayment, onHelp }: SaleActionsProps) {
  return (
    <>
      <CopyLink sale={sale} />
      <Link className={buttonClass('outline')} to={paths.saleEdit.href(sale.id)}>
        <Pencil className="pp-i" />
        <span>Edit sale</span>
      </Link>
      <Menu
        label="Change status"
        buttonClassName={buttonClass('outline', { className: 'sale-more' })}
        button={<Ellipsis className="pp-i" />}
        items={[
          ...statusChangeOptions(sale).map(({ status, label, refusal }) => ({
            key: status,
            label,
            refusal,
            danger: status === 'cancelled' && !refusal,
            onSelect: () => onStatusChange(status),
          })),
          ...(sale.status === 'booked' && (sale.paymentPlan.length > 0 || sale.hasPayments)
            ? [{ key: 'payment', label: 'Record payment', separated: true, onSelect: onRecordPayment }]
            : []),
          {
            key: 'help',
            label: 'What the statuses mean',
            icon: <CircleQuestionMark className="pp-i" />,
            separated: true,
            onSelect: onHelp,
          },
        ]}
      />
      {sale.status === 'booked' && (
        <Button icon={<CircleCheck className="pp-i" />} onClick={() => onStatusChange('paid')}>
          Mark as paid
        </Button>
      )}
    </>
  );
}
