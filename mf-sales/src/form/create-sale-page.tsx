import { readId, today } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useCurrentUser,
  useNavigate,
  useSearchParams,
  useToast,
} from '@paperplane/shared/platform';
import { useAddedRecord, useRecordDraft, type DraftOfForm } from '@paperplane/shared/records';
import { PageHead, SkeletonDetail, useSkeleton } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { useGetSaleGroupQuery } from '../groups/groups-api';
import { useCreateSaleMutation, useGetCustomerOptionQuery, useGetVendorOptionQuery } from '../sale-form-api';
import { SaleForm } from './sale-form';
import { SALE_RULES, saleRules } from './sale-rules';
import { newSaleValues, withChosen, type Picked, type SaleValues } from './sale-values';
import { toPayload } from './sale-payload';

const WORDS = {
  submitLabel: 'Create sale',
  purpose: 'create this sale',
  failedTitle: 'The sale was not created',
  cancelTo: paths.sales.href(),
  verb: 'create',
};

interface NewSaleProps extends DraftOfForm<SaleValues, SaleDetail> {
  chosen: Pick<Picked, 'customer' | 'vendor' | 'group'>;
}

function NewSale({ chosen, draft, restored, banner: found }: NewSaleProps) {
  const user = useCurrentUser();
  const { organization } = user;
  // Once: midnight must not change a form that is being filled in.
  const [start] = useState(() => withChosen(newSaleValues(user.id, today(organization.timeZone)), chosen));
  const [createSale] = useCreateSaleMutation();
  const navigate = useNavigate();
  const toast = useToast();
  const { editor, save, banner, dialogs } = useAddedRecord({
    rules: saleRules(organization),
    what: 'This sale',
    start,
    draft,
    restored,
    banner: found,
    add: async (checked, send) => {
      const { id } = await send((requestKey) => createSale({ ...toPayload(checked), requestKey }).unwrap());
      return () => {
        toast.success(`Sale ${checked.bookingReference} created`, 'Its commission starts as Unpaid.');
        void navigate(paths.sale.href(id));
      };
    },
  });
  return (
    <>
      <SaleForm record={editor} sale={null} money={organization} words={WORDS} save={save} banner={banner} />
      {dialogs}
    </>
  );
}

/** A draft belongs to the address: a sale begun from a customer's page is another one than a sale begun from nothing. */
function NewSaleWithDraft({ name, chosen }: { name: string; chosen: NewSaleProps['chosen'] }) {
  const form = useRecordDraft<SaleValues, SaleDetail>({ name, rules: SALE_RULES });
  return form((found) => <NewSale {...found} chosen={chosen} />);
}

/** An id from the address; anything that is none chooses nobody. */
const idIn = (search: URLSearchParams, name: string): string => readId(search.get(name) ?? '') ?? '';

/** Create sale (docs/product/sales.md, Sale form). `?customerId=`, `?vendorId=` and `?groupId=` choose; the commission comes with the sale, by the database. */
export default function CreateSalePage() {
  const [search] = useSearchParams();
  const customerId = idIn(search, 'customerId');
  const groupId = idIn(search, 'groupId');
  const group = useGetSaleGroupQuery(groupId, { skip: !groupId });
  const vendorId = idIn(search, 'vendorId');
  const customer = useGetCustomerOptionQuery(customerId, { skip: !customerId });
  const vendor = useGetVendorOptionQuery(vendorId, { skip: !vendorId });
  const isWaiting =
    (customerId !== '' && !customer.currentData && customer.isFetching) ||
    (vendorId !== '' && !vendor.currentData && vendor.isFetching) ||
    (groupId !== '' && !group.currentData && group.isFetching);
  const skeleton = useSkeleton(isWaiting);
  const name = ['sale-create', customerId, vendorId, groupId].filter(Boolean).join('.');

  return (
    <main id="main" className="pp-page">
      <PageHead title="Create sale" back={{ to: paths.sales.href(), label: 'Sales' }} link={Link} />
      {isWaiting || skeleton ? (
        skeleton && <SkeletonDetail label="Loading sale" />
      ) : (
        <NewSaleWithDraft
          key={name}
          name={name}
          chosen={{
            customer: customer.currentData ?? null,
            vendor: vendor.currentData ?? group.currentData?.vendor ?? null,
            group: group.currentData ?? null,
          }}
        />
      )}
    </main>
  );
}
