import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ListCard, type ListAnswer } from './list-card';

interface Page {
  count: number;
  names: string[];
}
const page: Page = { count: 1, names: ['Elena'] };
const nothing: Page = { count: 0, names: [] };
const failure = { userMessage: 'Network connection issue.' };

const card = (answer: Partial<ListAnswer<Page>>, isBehind = false) => (
  <ListCard<Page>
    label="Sales"
    rows={10}
    isBehind={isBehind}
    list={{ isFetching: false, refetch: () => undefined, ...answer }}
    empty={<p>No match</p>}
  >
    {({ names }) => names.map((name) => <p key={name}>{name}</p>)}
  </ListCard>
);

it('shows what arrived, and keeps it while more is fetched', () => {
  const { rerender } = render(card({ data: page, currentData: page }));
  expect(screen.getByText('Elena')).toBeInTheDocument();
  rerender(card({ data: page, currentData: undefined, isFetching: true }));
  expect(screen.getByText('Elena')).toBeInTheDocument();
});

it('waits a moment before it says that it is loading', async () => {
  render(card({ isFetching: true }));
  expect(screen.queryByText('Loading sales')).not.toBeInTheDocument();
  expect(await screen.findByText('Loading sales')).toBeInTheDocument();
});

it('says that nothing matches only when that is the answer', () => {
  const { rerender } = render(card({ data: nothing, currentData: nothing }));
  expect(screen.getByText('No match')).toBeInTheDocument();
  rerender(card({ data: nothing, currentData: undefined, isFetching: true }));
  expect(screen.queryByText('No match')).not.toBeInTheDocument();
});

it('never passes rows of another filter off as the answer to a failed request', async () => {
  const refetch = jest.fn();
  render(card({ data: page, currentData: undefined, error: failure, refetch }));
  expect(screen.queryByText('Elena')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Sales did not load' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Network connection issue.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it('keeps its rows beside the error when refreshing them failed', () => {
  render(card({ data: page, currentData: page, error: failure }));
  expect(screen.getByText('Elena')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Network connection issue.');
});

it('shows no empty page behind the last one', () => {
  render(card({ data: { count: 30, names: [] }, currentData: { count: 30, names: [] } }, true));
  expect(screen.queryByText('No match')).not.toBeInTheDocument();
});
