import type { SaleStatus } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, buttonClass, CircleCheck, Ellipsis, Menu, Pencil } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import { statusMoves } from './status-moves';

interface SaleActionsProps {
  sale: SaleDetail;
  /** Asks before the sale is moved. */
  onMove: (to: SaleStatus) => void;
}

/** The header's actions: edit, the next status where there is one, and every move in the menu. */
export function SaleActions({ sale, onMove }: SaleActionsProps) {
  return (
    <>
      <Link className={buttonClass('outline')} to={paths.saleEdit.href(sale.id)}>
        <Pencil className="pp-i" />
        <span>Edit sale</span>
      </Link>
      <Menu
        label="Change status"
        buttonClassName={buttonClass('outline', { className: 'sale-more' })}
        button={<Ellipsis className="pp-i" />}
        items={statusMoves(sale).map(({ status, label, refusal }) => ({
          key: status,
          label,
          refusal,
          danger: status === 'cancelled' && !refusal,
          onSelect: () => onMove(status),
        }))}
      />
      {sale.status === 'booked' && (
        <Button icon={<CircleCheck className="pp-i" />} onClick={() => onMove('paid')}>
          Mark as paid
        </Button>
      )}
    </>
  );
}
