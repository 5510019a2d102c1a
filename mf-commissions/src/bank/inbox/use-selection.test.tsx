import { act, renderHook } from '@testing-library/react';
import { useSelection } from './use-selection';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const start = () => renderHook(({ ids }) => useSelection(ids), { initialProps: { ids: IDS } });

test('one by one, and a range from the last one either way', () => {
  const { result } = start();
  act(() => result.current.toggle('c'));
  act(() => result.current.range('e'));
  expect(result.current.selected).toEqual(['c', 'd', 'e']);
  act(() => result.current.range('a'));
  expect(result.current.selected).toEqual(IDS);
  act(() => result.current.toggle('b'));
  expect(result.current.selected).toEqual(['a', 'c', 'd', 'e']);
});

test('without one before, a range begins where one stands', () => {
  const { result } = start();
  act(() => result.current.range('c', 'b'));
  expect(result.current.selected).toEqual(['b', 'c']);
  act(() => result.current.range('d', 'c'));
  expect(result.current.selected).toEqual(['b', 'c', 'd']);
});

test('a group goes and comes as a whole; what leaves the list is not selected, and does not come back so', () => {
  const { result, rerender } = start();
  act(() => result.current.toggleAll(['a', 'b']));
  act(() => result.current.toggle('e'));
  rerender({ ids: ['b', 'e'] });
  expect(result.current.selected).toEqual(['b', 'e']);
  act(() => result.current.toggleAll(['b']));
  rerender({ ids: IDS });
  expect(result.current.selected).toEqual(['e']);
  act(() => result.current.clear());
  expect(result.current.selected).toEqual([]);
});
