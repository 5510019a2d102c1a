import { renderAt, renderSignedIn } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { customerOf, passportOf } from '../testing';
import { PassportPanel } from './passport-panel';
import { PreferencesCard } from './preferences-card';
import { TravelCard } from './travel-card';

describe('PassportPanel', () => {
  const show = (number: string | null, changes = {}) =>
    renderAt(<PassportPanel passport={passportOf(changes)} number={number} today="2026-11-21" />);

  it('masks the number and says its end', () => {
    const { container } = show(null);
    expect(container).toHaveTextContent('France');
    expect(screen.getByText('Passport number ending 4417')).toBeInTheDocument();
    expect(screen.getByText('•••• ••••• 4417')).toHaveAttribute('aria-hidden', 'true');
    expect(container).toHaveTextContent('Given namesElena MarieIssuedAug 22, 2017ExpiresAug 21, 2027');
  });

  it('shows a revealed number, announced', () => {
    const { container } = show('12AB34417');
    expect(container.querySelector('[aria-live]')).toHaveTextContent('Passport number 12AB34417');
  });

  it('warns with a way to the booking', () => {
    show(null, { warning: { returnDate: '2027-04-20', saleId: 's1', monthsAfter: 4 } });
    expect(screen.getByText(/Expires 4 months after the return on Apr 20, 2027/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the booking' })).toHaveAttribute('href', '/sales/s1');
  });
});

describe('PreferencesCard', () => {
  it('leaves out what nobody said', () => {
    const { preferences } = customerOf();
    const customer = customerOf({
      preferences: { ...preferences, seat: 'Window', airlines: [{ name: 'Kestrel Club', number: 'K 7' }] },
    });
    renderAt(<PreferencesCard customer={customer} canEdit />);
    const card = screen.getByRole('region', { name: 'Travel preferences' });
    expect(
      within(card)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Seat', 'Loyalty']);
    expect(card).toHaveTextContent('Kestrel ClubK 7');
    expect(within(card).getByRole('link', { name: 'Edit travel preferences' })).toHaveAttribute(
      'href',
      '/customers/c1/edit#preferences',
    );
  });

  it('says so when there are none, and offers no edit where nothing may be changed', () => {
    renderAt(<PreferencesCard customer={customerOf()} canEdit={false} />);
    expect(screen.getByText(/No preferences yet/)).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});

describe('TravelCard', () => {
  it.each([
    ['c1', ''],
    ['c2', ' · travels along'],
  ])('says of a trip that %s pays:%s', (customerId, words) => {
    const trip = {
      id: 's1',
      bookingReference: 'R-1',
      travelDate: '2027-03-01',
      returnDate: null,
      status: 'booked' as const,
      customerId,
      vendor: null,
    };
    renderSignedIn(<TravelCard customerId="c1" trips={[trip]} />);
    const link = screen.getByRole('link', { name: 'R-1' });
    expect(link).toHaveAttribute('href', '/sales/s1');
    expect(link.parentElement?.textContent).toBe(`Unknown · R-1${words}`);
  });
});
