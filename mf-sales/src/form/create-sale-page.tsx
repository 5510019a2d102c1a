import { today } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useCurrentUser,
  useDraft,
  useLeaveGuard,
  useNavigate,
  useSearchParams,
  useToast,
} from '@paperplane/shared/platform';
import { DraftBanner, PageHead, SkeletonDetail, useSkeleton } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useCreateSaleMutation, useGetCustomerOptionQuery, useGetVendorOptionQuery } from '../sale-form-api';
import { isSaleId } from '../sale-not-found';
import { readSaleDraft } from './sale-draft';
import { LeaveQuestion } from './leave-question';
import { SaleForm } from './sale-form';
import { newSaleContent, newSaleValues, type Picked } from './sale-values';
import { useSaleEditor, type DraftOfForm } from './use-sale-editor';

interface NewSaleProps extends DraftOfForm {
  chosen: Pick<Picked, 'customer' | 'vendor'>;
}

function NewSale({ chosen, draft, restored, onDiscard }: NewSaleProps) {
  const user = useCurrentUser();
  const { currency, timeZone } = user.organization;
  // Once: midnight must not change a form that is being filled in.
  const [start] = useState(() => newSaleContent(newSaleValues(user.id, today(timeZone)), chosen));
  const editor = useSaleEditor({ start, opened: null, restored, draft });
  const [createSale] = useCreateSaleMutation();
  const navigate = useNavigate();
  const toast = useToast();
  const guard = useLeaveGuard(editor.dirty);

  const submit = () =>
    editor.submit(async (sent) => {
      const { id } = await createSale(sent).unwrap();
      draft.discard();
      guard.letGo();
      toast.success(`Sale ${sent.sale.bookingReference} created`, 'Its commission starts as Unpaid.');
      void navigate(paths.sale.href(id));
    });

  return (
    <>
      <SaleForm
        editor={editor}
        sale={null}
        currency={currency}
        submitLabel="Create sale"
        purpose="create this sale"
        failureTitle="The sale was not created"
        cancelTo={paths.sales.href()}
        onSubmit={() => void submit()}
        banner={
          restored && <DraftBanner savedAt={restored.savedAt} timeZone={timeZone} onDiscard={onDiscard} />
        }
      />
      {guard.asking && <LeaveQuestion {...guard.asking} onDiscard={draft.discard} />}
    </>
  );
}

/** A draft belongs to the address: a sale begun from a customer's page is another one than a sale begun from nothing. */
function NewSaleWithDraft({ name, chosen }: { name: string; chosen: NewSaleProps['chosen'] }) {
  const draft = useDraft(name);
  const [restored, setRestored] = useState(() => readSaleDraft(draft));
  return (
    <NewSale
      key={restored ? 'restored' : 'blank'}
      chosen={chosen}
      draft={draft}
      restored={restored}
      onDiscard={() => {
        draft.discard();
        setRestored(null);
      }}
    />
  );
}

/** An id from the address; anything that is none chooses nobody. */
const idIn = (search: URLSearchParams, name: string): string => {
  const id = search.get(name) ?? '';
  return isSaleId(id) ? id : '';
};

/** Create sale (docs/product.md, Sale form). `?customerId=` and `?vendorId=` choose; the commission comes with the sale, by the database. */
export default function CreateSalePage() {
  const [search] = useSearchParams();
  const customerId = idIn(search, 'customerId');
  const vendorId = idIn(search, 'vendorId');
  const customer = useGetCustomerOptionQuery(customerId, { skip: !customerId });
  const vendor = useGetVendorOptionQuery(vendorId, { skip: !vendorId });
  const isWaiting =
    (customerId !== '' && !customer.currentData && customer.isFetching) ||
    (vendorId !== '' && !vendor.currentData && vendor.isFetching);
  const skeleton = useSkeleton(isWaiting);
  const name = ['sale-create', customerId, vendorId].filter(Boolean).join('.');

  return (
    <main id="main" className="pp-page sale-form-page">
      <PageHead title="Create sale" back={{ to: paths.sales.href(), label: 'Sales' }} link={Link} />
      {isWaiting || skeleton ? (
        skeleton && <SkeletonDetail label="Loading sale" />
      ) : (
        <NewSaleWithDraft
          key={name}
          name={name}
          chosen={{ customer: customer.currentData ?? null, vendor: vendor.currentData ?? null }}
        />
      )}
    </main>
  );
}
