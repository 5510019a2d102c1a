import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox, type ComboboxProps } from './combobox';
import { Dialog } from '../dialogs/dialog';
import { findTexts } from './find-texts';

interface Vendor {
  id: string;
  name: string;
}
const vendors: Vendor[] = [
  { id: '1', name: 'Azure Coast Cruises' },
  { id: '2', name: 'Northwind Rail Journeys' },
  { id: '3', name: 'Solana Resorts' },
];

function Example(props: Partial<ComboboxProps<Vendor>>) {
  const [selected, setSelected] = useState<Vendor | null>(props.selected ?? null);
  return (
    <Combobox<Vendor>
      label="Vendor"
      name="vendorId"
      items={vendors}
      itemKey={(vendor) => vendor.id}
      itemText={(vendor) => vendor.name}
      emptyText="No vendor found"
      find={props.onSearch ? undefined : findTexts}
      {...props}
      selected={selected}
      onSelect={(vendor) => {
        setSelected(vendor);
        props.onSelect?.(vendor);
      }}
    />
  );
}

const field = () => screen.getByRole('combobox', { name: 'Vendor' });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('filters what is typed and chooses by keyboard', async () => {
  const onSelect = jest.fn();
  render(<Example onSelect={onSelect} />);
  await userEvent.type(field(), 'RES');
  expect(names()).toEqual(['Solana Resorts']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledWith(vendors[2]);
  expect(field()).toHaveValue('Solana Resorts');
  expect(names()).toEqual([]);
});

it('offers the whole list again when opened on a choice', async () => {
  render(<Example selected={vendors[1]} />);
  expect(field()).toHaveValue('Northwind Rail Journeys');
  await userEvent.click(screen.getByRole('button', { name: 'Show vendor options' }));
  expect(names()).toHaveLength(3);
  expect(screen.getByRole('option', { name: 'Northwind Rail Journeys' })).toBeInTheDocument();
});

it('keeps the choice when the field is left with something else typed', async () => {
  const onSelect = jest.fn();
  render(<Example selected={vendors[0]} onSelect={onSelect} />);
  await userEvent.type(field(), 'zzz');
  expect(screen.getByText('No vendor found')).toBeInTheDocument();
  await userEvent.tab();
  expect(field()).toHaveValue('Azure Coast Cruises');
  expect(onSelect).not.toHaveBeenCalled();
});

it('takes an emptied field for no choice', async () => {
  const onSelect = jest.fn();
  render(<Example selected={vendors[0]} onSelect={onSelect} />);
  await userEvent.clear(field());
  await userEvent.tab();
  expect(onSelect).toHaveBeenCalledWith(null);
  expect(field()).toHaveValue('');
});

it('leaves searching to the caller when it wants to', async () => {
  const onSearch = jest.fn();
  const { rerender } = render(<Example onSearch={onSearch} items={[]} loading />);
  await userEvent.type(field(), 'sol');
  expect(onSearch).toHaveBeenLastCalledWith('sol');
  expect(screen.getByText('Searching…')).toBeInTheDocument();
  rerender(<Example onSearch={onSearch} items={vendors.slice(2)} />);
  expect(names()).toEqual(['Solana Resorts']);
  await userEvent.click(screen.getByRole('option', { name: 'Solana Resorts' }));
  expect(field()).toHaveValue('Solana Resorts');
  expect(onSearch).toHaveBeenLastCalledWith('');
});

it('closes its list on Esc without closing the dialog around it, and does not empty the field', async () => {
  const onCloseRequest = jest.fn();
  render(
    <Dialog title="Reassign" onCloseRequest={onCloseRequest}>
      <Example selected={vendors[0]} />
    </Dialog>,
  );
  await userEvent.click(field());
  expect(names()).toHaveLength(3);
  await userEvent.keyboard('{Escape}');
  expect(names()).toEqual([]);
  expect(onCloseRequest).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onCloseRequest).toHaveBeenCalledTimes(1);
  expect(field()).toHaveValue('Azure Coast Cruises');
});

it('shows its error, and stays shut while read-only', async () => {
  render(<Example error="Choose the vendor for this booking." selected={vendors[0]} readOnly />);
  expect(field()).toHaveAccessibleDescription('Choose the vendor for this booking.');
  expect(field()).toBeInvalid();
  await userEvent.click(field());
  await userEvent.keyboard('{ArrowDown}');
  expect(names()).toEqual([]);
});

it('carries a richer line and a footer', async () => {
  render(<Example renderItem={(vendor) => <em>{vendor.name}</em>} footer={<a href="#new">New vendor</a>} />);
  await userEvent.click(field());
  const option = screen.getByRole('option', { name: 'Solana Resorts' });
  expect(within(option).getByText('Solana Resorts').tagName).toBe('EM');
  expect(screen.getByRole('link', { name: 'New vendor' })).toBeInTheDocument();
});

it('offers to create what nothing matches, by keyboard, and keeps the choice there was', async () => {
  const onCreate = jest.fn();
  const onSelect = jest.fn();
  render(<Example onCreate={onCreate} onSelect={onSelect} />);
  await userEvent.type(field(), 'Sol');
  expect(names()).toEqual(['Solana Resorts']);
  await userEvent.type(field(), 'stice Tours');
  expect(names()).toEqual(['Create “Solstice Tours”']);
  expect(screen.getByRole('status')).toHaveTextContent('No vendor found');
  for (const _time of [1, 2]) {
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onCreate).toHaveBeenLastCalledWith('Solstice Tours');
    expect(names()).toEqual([]);
    await userEvent.clear(field());
    await userEvent.type(field(), 'Solstice Tours');
  }
  expect(onCreate).toHaveBeenCalledTimes(2);
  expect(onSelect).not.toHaveBeenCalled();
});

it('waits for the search before it offers to create', async () => {
  render(<Example items={[]} onSearch={() => undefined} onCreate={() => undefined} loading />);
  await userEvent.type(field(), 'Sol');
  expect(names()).toEqual([]);
});

it('empties itself after each choice when several are collected', async () => {
  const onSelect = jest.fn();
  function Collector() {
    return (
      <Combobox<Vendor>
        label="Vendor"
        items={vendors}
        find={findTexts}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
        selected={null}
        onSelect={onSelect}
        emptyOnSelect
      />
    );
  }
  render(<Collector />);
  await userEvent.type(field(), 'azure');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field()).toHaveValue('');
  await userEvent.type(field(), 'res');
  await userEvent.click(screen.getByRole('option'));
  expect(field()).toHaveValue('');
  expect(onSelect.mock.calls).toEqual([[vendors[0]], [vendors[2]]]);
});

// Holds platform-94
it('takes the first that is found by Enter, and sends no form, also where nothing is found', async () => {
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const onCreate = jest.fn();
  render(
    <form onSubmit={onSubmit}>
      <Example onCreate={onCreate} />
      <button>Save</button>
    </form>,
  );
  await userEvent.type(field(), 'nobody{Enter}');
  expect(field()).toHaveValue('nobody');
  await userEvent.clear(field());
  await userEvent.type(field(), 'crusies azure');
  expect(names()).toEqual(['Azure Coast Cruises']);
  await userEvent.keyboard('{Enter}');
  expect(field()).toHaveValue('Azure Coast Cruises');
  expect(names()).toEqual([]);
  expect(onCreate).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
