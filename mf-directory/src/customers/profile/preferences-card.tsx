import { Link, paths } from '@paperplane/shared/platform';
import {
  Accessibility,
  Armchair,
  buttonClass,
  Card,
  FileText,
  Heart,
  HeartPulse,
  Hotel,
  Pencil,
  Plane,
  Ship,
  Utensils,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { Customer, Preferences, Program } from '../customer';

interface Preference {
  term: string;
  icon: ReactNode;
  value: ReactNode;
}

/** "Kestrel Club Gold", and under it the number there. */
const programs = (list: readonly Program[]): ReactNode =>
  list.length > 0 &&
  list.map(({ name, number }) => (
    <span key={`${name} ${number}`} className="customer-program">
      {name}
      {number && <small className="pp-num">{number}</small>}
    </span>
  ));

const all = (preferences: Preferences): Preference[] => [
  { term: 'Seat', icon: <Armchair className="pp-i" />, value: preferences.seat },
  { term: 'Meals', icon: <Utensils className="pp-i" />, value: preferences.meal },
  { term: 'Room', icon: <Hotel className="pp-i" />, value: preferences.room },
  { term: 'Cabin', icon: <Ship className="pp-i" />, value: preferences.cabin },
  {
    term: 'Loyalty',
    icon: <Plane className="pp-i" />,
    value: programs([...preferences.airlines, ...preferences.hotels]),
  },
  { term: 'Interests', icon: <Heart className="pp-i" />, value: preferences.interests },
  { term: 'Mobility', icon: <Accessibility className="pp-i" />, value: preferences.mobility },
  { term: 'Allergies', icon: <HeartPulse className="pp-i" />, value: preferences.allergies },
  { term: 'Other wishes', icon: <FileText className="pp-i" />, value: preferences.notes },
];

/** How they like to travel; what nobody said is left out. */
export function PreferencesCard({ customer, canEdit }: { customer: Customer; canEdit: boolean }) {
  const known = all(customer.preferences).filter(({ value }) => Boolean(value));
  return (
    <Card
      title="Travel preferences"
      action={
        canEdit && (
          <Link
            className={buttonClass('ghost', { size: 'sm' })}
            to={`${paths.customerEdit.href(customer.id)}#preferences`}
          >
            <Pencil className="pp-i pp-i-14" />
            <span>
              Edit<span className="pp-sr"> travel preferences</span>
            </span>
          </Link>
        )
      }
    >
      {known.length > 0 ? (
        <dl className="customer-prefs">
          {known.map(({ term, icon, value }) => (
            <div key={term}>
              <dt>
                {icon}
                {term}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="pp-muted">No preferences yet. Seat, meals or a loyalty number save a call later.</p>
      )}
    </Card>
  );
}
