import { renderAt } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import { processError } from '../domain';
import { RecordGate, type RecordQuery } from './record-gate';
import { useLatestRecord } from './use-latest-record';

interface Trip {
  name: string;
}

const query = (changes: Partial<RecordQuery<Trip>>): RecordQuery<Trip> => ({
  isFetching: false,
  refetch: jest.fn(),
  ...changes,
});
const failure = (code: string) => processError({ code, message: 'x' }, 'Test');

function Page({ of, id = 'a' }: { of: RecordQuery<Trip>; id?: string }) {
  return (
    <RecordGate label="Trip" back={{ to: '/trips', label: 'Trips' }} query={useLatestRecord(id, of)}>
      {({ name }) => <p>{name}</p>}
    </RecordGate>
  );
}

describe('the page of one record', () => {
  it('shows it, and keeps it while it is fetched again or gone meanwhile', () => {
    const { rerender } = renderAt(<Page of={query({ currentData: { name: 'Lisbon' }, isFetching: true })} />);
    expect(screen.queryByText('Lisbon')).not.toBeInTheDocument();
    rerender(<Page of={query({ currentData: { name: 'Porto' } })} />);
    expect(screen.getByText('Porto')).toBeInTheDocument();
    rerender(<Page of={query({ currentData: null })} />);
    expect(screen.getByText('Porto')).toBeInTheDocument();
    rerender(<Page of={query({ currentData: null })} id="b" />);
    expect(screen.queryByText('Porto')).not.toBeInTheDocument();
  });

  it.each([
    ['an answer without it', query({ currentData: null })],
    ['a refusal that says so', query({ error: failure('PGRST116') })],
  ])('says that there is none after %s', (_what, of) => {
    renderAt(<Page of={of} />);
    expect(screen.getByRole('heading', { name: 'Trip not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to trips' })).toHaveAttribute('href', '/trips');
    expect(document.title).toBe('Trip not found · Paperplane');
  });

  it('says why it did not load, and tries again', () => {
    const of = query({ error: failure('500') });
    renderAt(<Page of={of} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Trip did not load');
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(of.refetch).toHaveBeenCalledTimes(1);
  });
});
