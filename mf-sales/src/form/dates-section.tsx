import { DateField, FormSection, PlaneLanding, PlaneTakeoff } from '@paperplane/shared/ui';
import type { SaleForm } from './use-sale-form';

/** When it was sold, and when the trip is. */
export function DatesSection({ form }: { form: SaleForm }) {
  const { errors } = form.formState;
  return (
    <FormSection title="Dates" hint="Reports use the sale date.">
      <div className="pp-formgrid three">
        <DateField label="Sale date" error={errors.saleDate?.message} {...form.field('saleDate')} />
        <DateField
          label="Travel date"
          optional
          prefix={<PlaneTakeoff className="pp-i" />}
          error={errors.travelDate?.message}
          {...form.field('travelDate', ['returnDate'])}
        />
        <DateField
          label="Return date"
          optional
          prefix={<PlaneLanding className="pp-i" />}
          error={errors.returnDate?.message}
          {...form.field('returnDate')}
        />
      </div>
    </FormSection>
  );
}
