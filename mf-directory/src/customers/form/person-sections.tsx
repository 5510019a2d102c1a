import { today } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { DateField, FormSection, TextField, Cake } from '@paperplane/shared/ui';
import { EntryRows } from './entry-rows';
import type { CustomerEditor } from './customer-rules';

interface SectionProps {
  editor: CustomerEditor;
}

export function NameSection({ editor }: SectionProps) {
  const { field } = editor;
  const { dateOrder, timeZone } = useCurrentUser().organization;
  return (
    <FormSection title="Name" hint="As in the passport, so that bookings match.">
      <div className="pp-formgrid">
        <TextField label="First name" autoComplete="off" {...field('firstName')} />
        <TextField label="Last name" autoComplete="off" {...field('lastName')} />
        <DateField
          label="Birthday"
          optional
          order={dateOrder}
          max={today(timeZone)}
          prefix={<Cake className="pp-i" />}
          {...field('birthday')}
        />
      </div>
    </FormSection>
  );
}

export function ContactSection({ editor }: SectionProps) {
  const { field } = editor;
  return (
    <FormSection title="Contact" hint="How you reach them before and during the trip.">
      <div className="pp-formgrid">
        <div className="pp-stack customer-form-contact">
          <TextField label="Email" type="email" optional autoComplete="off" {...field('email')} />
          <EntryRows editor={editor} name="moreEmails" label="More emails" noun="email" type="email" />
        </div>
        <div className="pp-stack customer-form-contact">
          <TextField label="Phone" type="tel" optional autoComplete="off" {...field('phone')} />
          <EntryRows editor={editor} name="morePhones" label="More phones" noun="phone" type="tel" />
        </div>
      </div>
    </FormSection>
  );
}

export function EmergencySection({ editor }: SectionProps) {
  const { field } = editor;
  const line = { optional: true, autoComplete: 'off' } as const;
  return (
    <FormSection title="Emergency contact" hint="Whom to call when something happens on the way.">
      <div className="pp-formgrid three">
        <TextField label="Full name" {...line} {...field('emergencyName')} />
        <TextField label="Relation" placeholder="Sister" {...line} {...field('emergencyRelation')} />
        <TextField label="Emergency phone" type="tel" {...line} {...field('emergencyPhone')} />
      </div>
    </FormSection>
  );
}
