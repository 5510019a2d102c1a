import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChartCard, type ChartCardProps } from './chart-card';
import type { ChartCode } from './chart-types';

const money = (value: number) => `$${value}`;
const data = {
  labels: ['Jul 2026', 'Aug 2026'],
  values: [
    [1, 2],
    [0, 3],
  ],
};
const code: ChartCode = { Chart: ({ title }) => <p>{title} is drawn</p> };

function show(change: Partial<ChartCardProps> = {}) {
  return render(
    <ChartCard
      title="Sales trends"
      type="line"
      series={[
        { name: 'Paid', area: true },
        { name: 'Booked', dash: 'dash' },
      ]}
      data={data}
      labelHead="Month"
      format={money}
      formatShort={money}
      load={() => Promise.resolve(code)}
      {...change}
    />,
  );
}

it('says that it is loading, then that the code that draws is', async () => {
  let arrive: (code: ChartCode) => void = () => undefined;
  const load = () => new Promise<ChartCode>((resolve) => (arrive = resolve));
  const { unmount } = show({ data: undefined, load });
  expect(screen.getByRole('status')).toHaveTextContent('Loading Sales trends');
  expect(screen.getByRole('button', { name: 'Show Sales trends as a table' })).toBeDisabled();
  unmount();

  show({ load });
  expect(screen.getByRole('status')).toHaveTextContent('Drawing Sales trends');
  await screen.findByRole('status');
  await new Promise((resolve) => setTimeout(resolve, 60));
  arrive(code);
  expect(await screen.findByText('Sales trends is drawn')).toBeInTheDocument();
});

describe('below what can be seen', () => {
  let tell: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  const { IntersectionObserver } = window;
  beforeEach(() => {
    Object.assign(window, {
      IntersectionObserver: class {
        constructor(told: typeof tell) {
          tell = told;
        }
        observe() {
          tell([{ isIntersecting: false }]);
        }
        disconnect() {}
      },
    });
  });
  afterEach(() => {
    Object.assign(window, { IntersectionObserver });
  });

  /** The code is there, and the chart waits for its turn. */
  const waiting = async () => {
    const load = jest.fn(() => Promise.resolve(code));
    show({ load });
    await waitFor(() => expect(load).toHaveBeenCalled());
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(screen.queryByText('Sales trends is drawn')).not.toBeInTheDocument();
  };

  it('is drawn when it comes near', async () => {
    await waiting();
    tell([{ isIntersecting: true }]);
    expect(await screen.findByText('Sales trends is drawn')).toBeInTheDocument();
  });

  it('is drawn before the page is printed', async () => {
    await waiting();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(screen.getByText('Sales trends is drawn')).toBeInTheDocument();
  });
});

it('says that there is nothing, word for word, and draws nothing', () => {
  const load = jest.fn();
  show({ data: { labels: ['Jul 2026'], values: [[0], [0]] }, load });
  expect(screen.getByText('No data available for the selected time period')).toBeInTheDocument();
  expect(load).not.toHaveBeenCalled();
});

it('names its lines where it is asked to', () => {
  show({ legend: true });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Paid', 'Booked']);
});

it('has a table of its numbers', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Show Sales trends as a table' }));
  const table = within(screen.getByRole('region', { name: 'Sales trends, as a table' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Month',
    'Paid',
    'Booked',
  ]);
  expect(table.getByRole('row', { name: 'Aug 2026 $2 $3' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show Sales trends as a chart' }));
  expect(await screen.findByText('Sales trends is drawn')).toBeInTheDocument();
});

it('has the shares of a pie in its table', async () => {
  show({
    type: 'doughnut',
    series: [{ name: 'Revenue' }],
    data: { labels: ['Ana', 'Ben'], values: [[30, 10]] },
  });
  await userEvent.click(screen.getByRole('button', { name: /as a table/ }));
  expect(screen.getByRole('row', { name: 'Ana $30 75%' })).toBeInTheDocument();
});

it('says why there is no data, and asks again', async () => {
  const onRetry = jest.fn();
  show({ data: undefined, error: 'Server error. Please try again later.', onRetry });
  expect(screen.getByRole('alert')).toHaveTextContent('Server error. Please try again later.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('asks again for code that did not come', async () => {
  const load = jest
    .fn<Promise<ChartCode>, []>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(code);
  show({ load });
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Network connection issue/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Sales trends is drawn')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

it('keeps a chart that cannot be drawn to itself', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken: ChartCode = {
    Chart: () => {
      throw new Error('cannot draw');
    },
  };
  show({ load: () => Promise.resolve(broken) });
  expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred');
  silence.mockRestore();
});
