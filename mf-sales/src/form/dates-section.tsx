import { useCurrentUser } from '@paperplane/shared/platform';
import { DateField, FormSection, PlaneLanding, PlaneTakeoff } from '@paperplane/shared/ui';
import type { SaleEditor } from './use-sale-editor';

/** When it was sold, and when the trip is. */
export function DatesSection({ editor }: { editor: SaleEditor }) {
  const { dateOrder } = useCurrentUser().organization;
  return (
    <FormSection title="Dates" hint="Reports use the sale date.">
      <div className="pp-formgrid three">
        <DateField label="Sale date" order={dateOrder} {...editor.field('saleDate', editor.fillRate)} />
        <DateField
          label="Travel date"
          order={dateOrder}
          optional
          prefix={<PlaneTakeoff className="pp-i" />}
          {...editor.field('travelDate', () => editor.form.clearErrors('returnDate'))}
        />
        <DateField
          label="Return date"
          order={dateOrder}
          optional
          prefix={<PlaneLanding className="pp-i" />}
          {...editor.field('returnDate')}
        />
      </div>
    </FormSection>
  );
}
