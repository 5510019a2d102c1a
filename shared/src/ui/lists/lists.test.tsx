import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FilterButton, FilterSelect } from '../filters/filter-button';
import { ListTable } from './list-table';
import { MobileList, MobileListItem } from './mobile-list';
import { pageNumbers } from './page-numbers';
import { Pager } from './pager';
import { SearchBox } from '../filters/search-box';
import { Segmented } from '../actions/segmented';
import { SortTh } from './sort-th';
import { Table, Td, Th } from './table';
import { TestLink } from '../base/test-link';

const pageTo = (page: number) => `/sales?page=${page}`;

describe('Pager', () => {
  it('counts the rows and links the pages', () => {
    render(<Pager page={2} pageSize={10} total={184} pageTo={pageTo} link={TestLink} />);
    expect(screen.getByText('11–20 of 184')).toBeInTheDocument();
    const pages = screen.getByRole('navigation', { name: 'Pages' });
    expect(within(pages).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(within(pages).getByRole('link', { name: 'Page 19' })).toHaveAttribute('href', '/sales?page=19');
    expect(within(pages).getByRole('link', { name: 'Previous page' })).toHaveAttribute(
      'href',
      '/sales?page=1',
    );
  });

  it('ends at the last page, and leads nowhere when all fits', () => {
    const { rerender } = render(<Pager page={3} pageSize={10} total={25} pageTo={pageTo} link={TestLink} />);
    expect(screen.getByText('21–25 of 25')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Next page' })).not.toBeInTheDocument();
    rerender(<Pager page={1} pageSize={10} total={7} pageTo={pageTo} link={TestLink} />);
    expect(screen.getByText('1–7 of 7')).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('offers more rows a page, once there are more than ten', async () => {
    const onPageSize = jest.fn();
    const pager = (total: number) => (
      <Pager page={1} pageSize={25} total={total} pageTo={pageTo} link={TestLink} onPageSize={onPageSize} />
    );
    const { rerender } = render(pager(184));
    const sizes = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(sizes).toHaveValue('25');
    await userEvent.selectOptions(sizes, '100 per page');
    expect(onPageSize).toHaveBeenCalledWith(100);
    rerender(pager(10));
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 19, [1, 2, 3, 4, null, 19]],
    [3, 19, [1, 2, 3, 4, null, 19]],
    [4, 19, [1, null, 3, 4, 5, null, 19]],
    [10, 19, [1, null, 9, 10, 11, null, 19]],
    [17, 19, [1, null, 16, 17, 18, 19]],
    [19, 19, [1, null, 16, 17, 18, 19]],
  ])('on page %p of %p names %p', (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers);
  });
});

it('marks the active segment and shows counts', () => {
  render(
    <Segmented
      label="Status"
      link={TestLink}
      segments={[
        { label: 'All', to: '/sales', active: false, count: 1184 },
        { label: 'Booked', to: '/sales?status=booked', active: true, count: 72 },
      ]}
    />,
  );
  const group = screen.getByRole('navigation', { name: 'Status' });
  expect(within(group).getByRole('link', { name: /Booked/ })).toHaveAttribute('aria-current', 'true');
  expect(within(group).getByRole('link', { name: /All/ })).toHaveTextContent('1,184');
});

it('says how a table is sorted and links the other way', () => {
  render(
    <Table
      label="Sales"
      head={
        <>
          <Th>Booking</Th>
          <Th sorted="desc" sortTo="?sort=asc" link={TestLink}>
            Sale date
          </Th>
          <Th numeric needs="medium">
            Total
          </Th>
        </>
      }
    >
      <tr>
        <Td>AZC</Td>
        <Td>Nov 19</Td>
        <Td numeric needs="medium">
          $1
        </Td>
      </tr>
    </Table>,
  );
  expect(screen.getByRole('table', { name: 'Sales' })).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Sale date' })).toHaveAttribute('aria-sort', 'descending');
  expect(screen.getByRole('link', { name: 'Sale date' })).toHaveAttribute('href', '?sort=asc');
  expect(screen.getByRole('columnheader', { name: 'Booking' })).not.toHaveAttribute('aria-sort');
  expect(screen.getByRole('cell', { name: '$1' })).toHaveClass('r', 'lo2');
});

describe('SortTh', () => {
  const byDefault = { column: 'createdAt', direction: 'desc' } as const;
  const head = (column: string, direction: 'asc' | 'desc') => (
    <Table
      label="Commissions"
      head={
        <>
          <SortTh
            column="customer"
            sorting={{
              current: { column, direction },
              byDefault,
              to: (sort) => `?sort=${sort.column}&dir=${sort.direction}`,
              link: TestLink,
            }}
          >
            Customer
          </SortTh>
        </>
      }
    >
      <tr>
        <Td>Elena</Td>
      </tr>
    </Table>
  );

  it.each([
    ['createdAt', 'desc', null, '?sort=customer&dir=asc'],
    ['customer', 'asc', 'ascending', '?sort=customer&dir=desc'],
    ['customer', 'desc', 'descending', '?sort=createdAt&dir=desc'],
  ] as const)('sorted by %s %s it says %p and leads to %s', (column, direction, said, to) => {
    render(head(column, direction));
    expect(screen.getByRole('columnheader', { name: 'Customer' }).getAttribute('aria-sort')).toBe(said);
    expect(screen.getByRole('link', { name: 'Customer' })).toHaveAttribute('href', to);
  });
});

it('has the rows of a list as both where nothing tells the width, under the columns that hold, with sums behind', () => {
  const row = (name: string) => (
    <tr key={name}>
      <Td>{name}</Td>
      <Td />
    </tr>
  );
  const item = (title: string) => <MobileListItem key={title} link={TestLink} title={title} />;
  render(
    <ListTable
      label="Sales"
      columns={[{ label: 'Booking', sort: 'reference' }, false, { label: 'Actions', unseen: true }]}
      sorting={{
        current: { column: 'reference', direction: 'asc' },
        byDefault: { column: 'createdAt', direction: 'desc' },
        to: (sort) => `?sort=${sort.column}&dir=${sort.direction}`,
        link: TestLink,
      }}
      rows={['MV-1', 'MV-2']}
      row={row}
      item={item}
      last={row('Others')}
      foot={row('Sum')}
      footItem={item('Sum')}
    />,
  );
  const [booking, actions, ...more] = screen.getAllByRole('columnheader');
  expect(more).toHaveLength(0);
  expect(booking).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('link', { name: 'Booking' })).toHaveAttribute('href', '?sort=reference&dir=desc');
  expect(actions?.querySelector('.pp-sr')).toHaveTextContent('Actions');
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'BookingActions',
    'MV-1',
    'MV-2',
    'Others',
    'Sum',
  ]);
  expect(screen.getByRole('row', { name: 'Sum' }).parentElement?.tagName).toBe('TFOOT');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'MV-1',
    'MV-2',
    'Sum',
  ]);
});

describe('a list on a page whose width is known', () => {
  const width = Object.assign(new EventTarget(), { matches: false });
  const turn = (isNarrow: boolean) => {
    width.matches = isNarrow;
    width.dispatchEvent(new Event('change'));
  };
  const drawn = () => [screen.queryAllByRole('row').length, screen.queryAllByRole('listitem').length];

  beforeEach(() => {
    width.matches = false;
    window.matchMedia = () => width as unknown as MediaQueryList;
    render(
      <ListTable
        label="Sales"
        columns={[{ label: 'Booking' }]}
        rows={['MV-1', 'MV-2']}
        row={(name) => (
          <tr key={name}>
            <Td>{name}</Td>
          </tr>
        )}
        item={(title) => <MobileListItem key={title} link={TestLink} title={title} />}
      />,
    );
  });
  afterEach(() => Reflect.deleteProperty(window, 'matchMedia'));

  // Holds platform-24
  it('is drawn once, as what is seen there', () => {
    expect(drawn()).toEqual([3, 0]);
    act(() => turn(true));
    expect(drawn()).toEqual([0, 2]);
    act(() => turn(false));
    expect(drawn()).toEqual([3, 0]);
  });

  // Holds platform-25
  it('has both for paper, which has a width of its own', () => {
    fireEvent(window, new Event('beforeprint'));
    expect(drawn()).toEqual([3, 2]);
    fireEvent(window, new Event('afterprint'));
    expect(drawn()).toEqual([3, 0]);
  });
});

it('strikes the amount of a cancelled row on a phone', () => {
  render(
    <MobileList label="Sales">
      <MobileListItem to="/sales/1" link={TestLink} title="Elena" amount="$8,460" isVoid />
      <MobileListItem link={TestLink} title="Marcus" />
    </MobileList>,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('link', { name: /Elena/ })).toHaveAttribute('href', '/sales/1');
  expect(screen.getByText('$8,460')).toHaveClass('pp-void');
});

it('searches and clears', async () => {
  const onChange = jest.fn();
  render(<SearchBox label="Search customers" finds="Name or email" value="had" onChange={onChange} />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'd');
  expect(onChange).toHaveBeenCalledWith('hadd');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(onChange).toHaveBeenLastCalledWith('');
});

it('filters by a short list', async () => {
  const onChange = jest.fn();
  const options = [{ value: 'p', label: 'Priya Raman' }];
  const { rerender } = render(
    <FilterSelect label="Agent" allLabel="All agents" options={options} value="" onChange={onChange} />,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Agent' }), 'Priya Raman');
  expect(onChange).toHaveBeenCalledWith('p');
  rerender(
    <FilterSelect label="Agent" allLabel="All agents" options={options} value="p" onChange={onChange} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear Agent' }));
  expect(onChange).toHaveBeenLastCalledWith('');
});

it('opens a choice and takes a set filter off', async () => {
  const [onClick, onClear] = [jest.fn(), jest.fn()];
  render(<FilterButton label="Date" value="Last 90 days" onClick={onClick} onClear={onClear} />);
  await userEvent.click(screen.getByRole('button', { name: 'Date: Last 90 days' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear Date' }));
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(onClear).toHaveBeenCalledTimes(1);
});
