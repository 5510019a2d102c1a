import { displayName } from '@paperplane/shared/domain';
import { Link, paths, Slot, useCurrentUser, useNavigate, useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import {
  Badge,
  buttonClass,
  Ellipsis,
  Menu,
  Notice,
  PageHead,
  Pencil,
  Plus,
  VendorLogo,
} from '@paperplane/shared/ui';
import { ContactCard } from '../parts/contact-card';
import { NotesCard } from '../parts/notes-card';
import { RecordBody } from '../parts/record-body';
import { RelatedSales, type Party } from '../parts/related-sales';
import { useGetVendorProfileQuery } from './vendors-api';
import { useVendorActions, type ActionVendor } from './use-vendor-actions';
import type { VendorListItem } from './vendor';
import { ContactPeople, VendorDetails } from './vendor-cards';
import { VendorFigures } from './vendor-figures';

const back = { to: paths.vendors.href(), label: 'Vendors' };
const customer: Party = { head: 'Customer', of: (sale) => displayName(sale.customer) };

/** /vendors/:id (admins): figures, contacts, terms and sales; one request brings all of it. */
export default function VendorPage() {
  const { id = '' } = useParams();
  const { currency } = useCurrentUser().organization;
  const query = useGetVendorProfileQuery(id);
  return (
    <RecordGate label="Vendor" back={back} query={query}>
      {({ vendor, figures, sales }) => (
        <>
          <Head vendor={{ ...vendor, salesCount: figures.salesCount }} />
          {vendor.isArchived && (
            <div className="vendor-archived">
              <Notice>Archived. New sales cannot be booked with this vendor until it is restored.</Notice>
            </div>
          )}
          <RecordBody
            figures={<VendorFigures vendor={vendor} figures={figures} currency={currency} />}
            side={
              <>
                <ContactCard email={vendor.email} phone={vendor.phone} website={vendor.website} />
                <ContactPeople contacts={vendor.contacts} />
                <VendorDetails vendor={vendor} />
                <NotesCard notes={vendor.notes} />
                <Slot name="record" place="side" type="vendor" id={vendor.id} />
              </>
            }
          >
            <RelatedSales
              cents
              title="Sales"
              party={customer}
              emptyText="Bookings with this vendor appear here, newest first."
              currency={currency}
              action={
                <Link className="pp-link pp-sm" to={paths.sales.href({ vendorId: vendor.id })}>
                  View in sales
                </Link>
              }
              sales={sales}
            />
            <Slot name="record" place="main" type="vendor" id={vendor.id} />
          </RecordBody>
        </>
      )}
    </RecordGate>
  );
}

function Head({ vendor }: { vendor: ActionVendor & Pick<VendorListItem, 'logoUrl'> }) {
  const navigate = useNavigate();
  const { itemsFor, dialog } = useVendorActions(() => void navigate(paths.vendors.href(), { replace: true }));
  return (
    <>
      <PageHead
        media={<VendorLogo vendor={vendor} size="lg" />}
        title={vendor.name}
        status={vendor.isArchived && <Badge>Archived</Badge>}
        back={back}
        link={Link}
        actions={
          <>
            <Link to={paths.vendorEdit.href(vendor.id)} className={buttonClass('outline')}>
              <Pencil className="pp-i" />
              <span>Edit</span>
            </Link>
            <Menu
              label="More actions"
              button={<Ellipsis className="pp-i" />}
              buttonClassName={buttonClass('outline')}
              items={itemsFor(vendor)}
            />
            {!vendor.isArchived && (
              <Link to={paths.saleCreate.href({ vendorId: vendor.id })} className={buttonClass('primary')}>
                <Plus className="pp-i" />
                <span>Create sale</span>
              </Link>
            )}
          </>
        }
      />
      {dialog}
    </>
  );
}
