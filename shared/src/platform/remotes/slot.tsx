import { createContext, useContext, type ComponentType } from 'react';
import type { RecordRef, RemoteSlot } from '../contract';
import { useSlotCards } from './use-manifests';

/** Shows one card of a remote, in whatever state it is; the shell has it, since only the shell loads remotes. */
export type CardView = ComponentType<{ remote: string; card: string; title: string; record: RecordRef }>;

const CardContext = createContext<CardView | null>(null);

/** Says what shows the cards of slots. */
export const CardProvider = CardContext.Provider;

export interface SlotProps extends RecordRef {
  name: RemoteSlot['slot'];
  place: RemoteSlot['place'];
}

/**
 * A place on the page of a record for the cards of other remotes, as their manifests ask for it. Each card loads, fails and is tried again on its own;
 * without any, nothing is there. Each is a `div` of the class `pp-slot`, so that the page can say where it goes.
 */
export function Slot({ name, place, type, id }: SlotProps) {
  const cards = useSlotCards();
  const View = useContext(CardContext);
  if (!View) return null;
  const here = cards.filter(
    (card) => card.slot === name && card.place === place && card.types.includes(type),
  );
  return here.map(({ remote, card, title }) => (
    <View key={`${remote}/${card}/${id}`} remote={remote} card={card} title={title} record={{ type, id }} />
  ));
}
