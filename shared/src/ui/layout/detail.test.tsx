import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Avatar } from '../pictures/avatar';
import { Card } from './card';
import { DescriptionList } from './description-list';
import { Calculation, Figures } from './figures';
import { HistoryCard } from './history-card';
import { PageHead } from './page-head';
import { PaperplaneLogo } from '../brand/paperplane-logo';
import { QuickActionCard } from './quick-action-card';
import { RouteStepper } from './route-stepper';
import { StatusPill } from '../status/status-pill';
import { SummaryCard } from './summary-card';
import { TestLink } from '../base/test-link';
import { DiffLine, Timeline } from './timeline';
import { VendorLogo } from '../pictures/vendor-logo';

it.each([
  ['booked', 'Booked'],
  ['paid', 'Paid'],
  ['cancelled', 'Cancelled'],
  ['unpaid', 'Unpaid'],
  ['funds_received', 'Funds received'],
  ['agent_paid', 'Agent paid'],
] as const)('says the status %s in a word beside its glyph', (status, word) => {
  const { container } = render(<StatusPill status={status} />);
  expect(screen.getByText(word)).toHaveClass(`s-${status}`);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});

// Holds platform-195
it('summarizes, links and explains, with the help beside the link', async () => {
  const onHelp = jest.fn();
  render(
    <SummaryCard
      title="Booked"
      amount={611800.4}
      count={1}
      items={['sale', 'sales']}
      color="blue"
      glyph={null}
      share={32}
      currency="USD"
      onHelp={onHelp}
      to="/sales?status=booked"
      link={TestLink}
    />,
  );
  const link = screen.getByRole('link', { name: 'Booked: $611,800, 1 sale' });
  expect(link).toHaveAttribute('href', '/sales?status=booked');
  expect(screen.getByText('$611,800')).toBeInTheDocument();
  expect(screen.getByText('32%')).toBeInTheDocument();
  const help = screen.getByRole('button', { name: 'What does Booked mean?' });
  expect(link).not.toContainElement(help);
  await userEvent.click(help);
  expect(onHelp).toHaveBeenCalledTimes(1);
});

it('shows an amount that is not there as a dash, without link and help', () => {
  render(
    <SummaryCard
      title="Total"
      amount={null}
      count={0}
      items={['sale', 'sales']}
      color="gray"
      glyph={null}
      currency="USD"
    />,
  );
  expect(screen.getByText('–')).toBeInTheDocument();
  expect(screen.getByText('0 sales')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

// Holds platform-196
it('leads to a quick action', () => {
  render(
    <QuickActionCard
      to="/sales/create"
      link={TestLink}
      icon={null}
      title="Create Sale"
      description="Record a booking"
    />,
  );
  expect(screen.getByRole('link', { name: /Create Sale/ })).toHaveAttribute('href', '/sales/create');
});

// Holds platform-23
it('heads a page, and hides without a title', () => {
  const { rerender, container } = render(
    <PageHead
      title="NWR-10933"
      status={<StatusPill status="paid" />}
      subtitle="1 sale"
      back={{ to: '/sales', label: 'Sales' }}
      actions={<button>Edit</button>}
      busy
      link={TestLink}
    />,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('NWR-10933');
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(within(trail).getByRole('link', { name: 'Sales' })).toHaveAttribute('href', '/sales');
  expect(screen.getByRole('status')).toHaveTextContent('Refreshing');
  rerender(<PageHead />);
  expect(container).toBeEmptyDOMElement();
});

it('marks where a route stands, also for those who cannot see it', () => {
  render(
    <RouteStepper
      steps={[
        { status: 'booked', state: 'done', note: 'Nov 18' },
        { status: 'paid', state: 'now' },
        { status: 'agent_paid', state: 'todo' },
      ]}
    />,
  );
  const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Booked, doneNov 18',
    'Paid, current',
    'Agent paid, to come',
  ]);
  expect(steps[1]).toHaveAttribute('aria-current', 'step');
  expect(steps[0]).not.toHaveAttribute('aria-current');
});

it('tells a history', () => {
  render(
    <Timeline
      label="History"
      items={[
        {
          id: '1',
          icon: null,
          text: 'Theo edited 1 field',
          detail: <DiffLine label="Total" from="$3,150" to="$3,275" />,
          at: '2026-11-18T17:47:00Z',
          when: 'Nov 18, 5:47 PM',
        },
      ]}
    />,
  );
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Total $3,150 $3,275');
  expect(screen.getByText('Nov 18, 5:47 PM')).toHaveAttribute('datetime', '2026-11-18T17:47:00Z');
});

it('lists facts and figures, a dash for what is missing', () => {
  render(
    <Card title="Booking" action={<a href="#open">Open</a>} footer="foot">
      <DescriptionList
        layout="two"
        items={[
          { term: 'Vendor', value: 'Kestrel Air' },
          { term: 'Returns', value: null },
        ]}
      />
      <Figures items={[{ label: 'Total', value: '$3,275', note: '11%' }]} />
      <Calculation rows={[{ label: 'To pay', value: '$360', sum: true }]} />
    </Card>,
  );
  const card = screen.getByRole('region', { name: 'Booking' });
  expect(
    within(card)
      .getAllByRole('definition')
      .map((node) => node.textContent),
  ).toEqual(['Kestrel Air', '–', '$3,27511%', '$360']);
});

it('falls back to initials when a picture does not load', () => {
  const { container } = render(
    <>
      <Avatar person={{ firstName: 'Theo', lastName: 'Lindqvist', avatarUrl: 'https://x.example/t.png' }} />
      <VendorLogo vendor={{ name: 'Azure Coast', logoUrl: 'https://x.example/a.png' }} />
    </>,
  );
  for (const image of container.querySelectorAll('img')) fireEvent.error(image);
  expect(screen.getByText('TL')).toBeInTheDocument();
  expect(screen.getByText('AC')).toBeInTheDocument();
});

it('wears the logo in its themes and sizes', () => {
  const { container } = render(<PaperplaneLogo theme="white" size="xl" spin />);
  expect(container.firstChild).toHaveClass('pp-logo', 'pp-logo-white', 'pp-logo-xl', 'is-spinning');
  expect(screen.getByText('Paperplane')).toBeInTheDocument();
});

it('waits for a history, fails in its own box and tries again', async () => {
  const onRetry = jest.fn();
  const state = { failedText: 'History did not load.', failedNote: 'Offline', onRetry };
  const { rerender } = render(<HistoryCard {...state} items={undefined} failed={false} />);
  expect(screen.getByText('Loading history')).toBeInTheDocument();
  rerender(<HistoryCard {...state} items={undefined} failed />);
  expect(screen.getByRole('alert')).toHaveTextContent('History did not load. Offline');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  rerender(<HistoryCard {...state} items={[]} failed />);
  expect(screen.getByRole('list', { name: 'History' })).toBeInTheDocument();
});
