import type { ReactNode } from 'react';
import { displayName } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Avatar,
  Card,
  ChevronRight,
  Receipt,
  StatusPill,
  VendorLogo,
  MediaObject,
} from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';

interface RelatedSaleProps {
  commission: Commission;
  /** Vendor and team pages are for admins; agents read the names. */
  isAdmin: boolean;
}

/** The sale behind a commission: booking, customer, vendor, agent. */
export function RelatedSale({ commission: { sale, agent }, isAdmin }: RelatedSaleProps) {
  return (
    <Card title="Related sale" padded={false} action={sale && <StatusPill status={sale.status} />}>
      <div className="pp-list">
        {sale && (
          <Row to={paths.sale.href(sale.id)}>
            <MediaObject
              media={
                <span className="pp-av pp-av-sq" aria-hidden="true">
                  <Receipt className="pp-i" />
                </span>
              }
              name={sale.bookingReference}
              meta="Sale"
            />
          </Row>
        )}
        {sale?.customer && (
          <Row to={paths.customer.href(sale.customer.id)}>
            <MediaObject
              media={<Avatar person={sale.customer} />}
              name={displayName(sale.customer)}
              meta="Customer"
            />
          </Row>
        )}
        {sale?.vendor && (
          <Row to={isAdmin ? paths.vendor.href(sale.vendor.id) : null}>
            <MediaObject media={<VendorLogo vendor={sale.vendor} />} name={sale.vendor.name} meta="Vendor" />
          </Row>
        )}
        {agent && (
          <Row to={isAdmin ? paths.teamMember.href(agent.id) : null}>
            <MediaObject media={<Avatar person={agent} />} name={displayName(agent)} meta="Agent" />
          </Row>
        )}
      </div>
    </Card>
  );
}

function Row({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return <div>{children}</div>;
  return (
    <Link to={to}>
      {children}
      <ChevronRight className="pp-i pp-muted end" />
    </Link>
  );
}
