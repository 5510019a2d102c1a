import { COMMISSION_HELP, SALE_HELP } from '../domain/status-help';
import { COMMISSION_STATUSES, SALE_STATUSES, STATUS_LOOKS, type AnyStatus } from '../domain/statuses';
import { Button } from './button';
import { Dialog } from './dialog';
import { StatusGlyph } from './status-glyph';

const texts: Readonly<
  Record<'sale' | 'commission', { title: string; help: readonly [AnyStatus, string][] }>
> = {
  sale: { title: 'Sale statuses', help: SALE_STATUSES.map((status) => [status, SALE_HELP[status]]) },
  commission: {
    title: 'Commission statuses',
    help: COMMISSION_STATUSES.map((status) => [status, COMMISSION_HELP[status]]),
  },
};

/** Explains the statuses of a sale or commission (docs/product.md, Status help texts). Rendered means open. */
export function StatusHelpDialog({ kind, onClose }: { kind: 'sale' | 'commission'; onClose: () => void }) {
  const { title, help } = texts[kind];
  return (
    <Dialog
      title={title}
      subtitle="What each one means and what comes next."
      onCloseRequest={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          Got it
        </Button>
      }
    >
      <ul className="pp-help">
        {help.map(([status, text]) => (
          <li key={status} className={`s-${status}`}>
            <StatusGlyph status={status} className="pp-i-20" />
            <div>
              <b>{STATUS_LOOKS[status].label}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
