import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FilterPicker, type FilterOptions } from './filter-picker';

interface Agent {
  id: string;
  name: string;
}
const agents: Agent[] = [
  { id: '1', name: 'Priya Raman' },
  { id: '2', name: 'Theo Lindqvist' },
];

function Example({ answer, asked }: { answer?: Partial<FilterOptions<Agent>>; asked?: (q: string) => void }) {
  const [agent, setAgent] = useState<Agent | null>(null);
  return (
    <>
      <FilterPicker<Agent>
        label="Agent"
        searchLabel="Search agents"
        finds="Name or email"
        emptyText="No agent found"
        selected={agent?.id ?? null}
        selectedText={agent?.name ?? null}
        useOptions={(search) => {
          asked?.(search);
          const items = agents.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
          return { items, loading: false, ...answer };
        }}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
        onSelect={setAgent}
        onClear={() => setAgent(null)}
      />
      <a href="#next">Next</a>
    </>
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: /^Agent/ }));
const field = () => screen.getByRole('combobox', { name: 'Search agents' });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('asks for nothing until it is opened', async () => {
  const asked = jest.fn();
  render(<Example asked={asked} />);
  expect(asked).not.toHaveBeenCalled();
  await open();
  expect(asked).toHaveBeenCalledWith('');
  expect(field()).toHaveFocus();
  expect(names()).toEqual(['Priya Raman', 'Theo Lindqvist']);
});

it('finds by typing, chooses by keyboard and gives the focus back', async () => {
  render(<Example />);
  await open();
  await userEvent.type(field(), 'lind');
  await waitFor(() => expect(names()).toEqual(['Theo Lindqvist']));
  await userEvent.keyboard('{Enter}');
  const button = screen.getByRole('button', { name: 'Agent: Theo Lindqvist' });
  expect(button).toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear Agent' }));
  expect(screen.getByRole('button', { name: 'Agent' })).toHaveFocus();
});

it('takes keys that come faster than it renders', async () => {
  render(<Example />);
  await open();
  const input = field() as HTMLInputElement;
  // As a browser does it: each key adds to what the field holds at that moment.
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    for (const letter of 'theo') {
      type?.call(input, input.value + letter);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  expect(input).toHaveValue('theo');
  await waitFor(() => expect(names()).toEqual(['Theo Lindqvist']));
});

it('walks the options with arrows', async () => {
  render(<Example />);
  await open();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('button', { name: 'Agent: Theo Lindqvist' })).toBeInTheDocument();
});

it('closes on Esc with the focus on its button, and on Tab without choosing', async () => {
  render(<Example />);
  await open();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Agent' })).toHaveFocus();
  await open();
  await userEvent.tab();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Next' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Agent' })).toBeInTheDocument();
});

it('chooses by a press, and closes by one beside it', async () => {
  render(<Example />);
  await open();
  await userEvent.click(screen.getByRole('option', { name: 'Priya Raman' }));
  expect(screen.getByRole('button', { name: 'Agent: Priya Raman' })).toBeInTheDocument();
  await open();
  await userEvent.click(document.body);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('says that nothing was found, or that nothing was loaded', async () => {
  const retry = jest.fn();
  const { rerender } = render(<Example answer={{ items: [] }} />);
  await open();
  expect(screen.getByText('No agent found')).toBeInTheDocument();
  rerender(<Example answer={{ items: [], error: 'Network connection issue.', retry }} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Network connection issue.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});
