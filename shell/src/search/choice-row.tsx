import type { ComponentType, MouseEvent } from 'react';
import {
  ArrowRight,
  Avatar,
  cx,
  FileText,
  HandCoins,
  Landmark,
  Plus,
  Settings,
  StatusPill,
  Ticket,
  VendorLogo,
} from '@paperplane/shared/ui';
import type { Choice, ChoiceKind } from './choice';
import { markedParts } from './marked-parts';

const ICONS: Partial<Record<ChoiceKind, ComponentType<{ className?: string }>>> = {
  sale: Ticket,
  commission: HandCoins,
  document: FileText,
  bank: Landmark,
  action: Plus,
  page: ArrowRight,
  setting: Settings,
  task: ArrowRight,
};

/** The letters that were looked for stand out. */
const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  markedParts(text, words).map(({ part, isMarked }, index) =>
    isMarked ? <mark key={index}>{part}</mark> : part,
  );

function Face({ choice: { kind, title, person, picture } }: { choice: Choice }) {
  if (person) return <Avatar person={{ ...person, avatarUrl: picture }} />;
  if (kind === 'vendor') return <VendorLogo vendor={{ name: title, logoUrl: picture }} />;
  const Icon = ICONS[kind] ?? Ticket;
  return (
    <span className="pp-tile" aria-hidden="true">
      <Icon className={cx('pp-i', isPlace(kind) && 'pp-i-14')} />
    </span>
  );
}

const PLACES: readonly ChoiceKind[] = ['page', 'setting', 'task', 'action'];
const isPlace = (kind: ChoiceKind) => PLACES.includes(kind);

interface ChoiceRowProps {
  id: string;
  choice: Choice;
  words: readonly string[];
  active: boolean;
  onActive: () => void;
  onChoose: (inNewTab: boolean) => void;
}

/** One choice of the search. The keyboard stays in the field; this is for the mouse, the finger and the eye. */
export function ChoiceRow({ id, choice, words, active, onActive, onChoose }: ChoiceRowProps) {
  const { kind, title, beside, detail, amount, status } = choice;
  const pointer = {
    onPointerMove: onActive,
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => onChoose(event.metaKey || event.ctrlKey),
  };
  return (
    <li
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={cx('search-row', isPlace(kind) && 'is-place', active && 'is-active')}
      {...pointer}
    >
      <Face choice={choice} />
      <span className="search-what">
        <span className="pp-trunc">
          <b>
            <Marked text={title} words={words} />
          </b>
          {beside && (
            <>
              {' '}
              <Marked text={beside} words={words} />
            </>
          )}
        </span>
        {detail && (
          <small className="pp-trunc">
            <Marked text={detail} words={words} />
          </small>
        )}
      </span>
      <span className="search-end">
        {amount && <span className="pp-num">{amount}</span>}
        {status && <StatusPill status={status} />}
        {active && !amount && !status && (
          <kbd className="pp-kbd only-d" aria-hidden="true">
            ↵
          </kbd>
        )}
      </span>
    </li>
  );
}
