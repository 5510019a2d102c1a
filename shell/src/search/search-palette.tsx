import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { today } from '@paperplane/shared/domain';
import { paths, useAuth, useCurrentUser, useNavigate } from '@paperplane/shared/platform';
import { Button, IconButton, InlineBanner, Search, useModal, X } from '@paperplane/shared/ui';
import type { Choice, ChoiceGroup } from './choice';
import { ChoiceList, optionId } from './choice-list';
import { groupsOf } from './kinds';
import { placesNamed, usePlaces } from './places';
import { useRecent } from './recent';
import { NothingFound, SearchKeys } from './search-parts';
import './search.css';
import type { Typed } from './typed';
import { searchedText, useSearch } from './use-search';

/** Pages and actions shown beside what was found, and as long as nothing is typed. */
const PLACES_FOUND = 3;
const PLACES_OFFERED = 4;

const group = (label: string, choices: readonly Choice[], most: number): ChoiceGroup[] =>
  choices.length > 0 ? [{ label, choices: choices.slice(0, most) }] : [];

interface SearchPaletteProps {
  /** What was typed before the search was here. */
  begun: Typed;
  onClose: () => void;
}

/** One box over everything: what is typed above, what there is below (docs/product/platform.md, Search). Fills the screen of a phone. */
export function SearchPalette({ begun, onClose }: SearchPaletteProps) {
  const id = useId();
  const dialog = useModal(onClose, ['input']);
  const navigate = useNavigate();
  const { isAdmin } = useAuth();
  const { currency, timeZone } = useCurrentUser().organization;
  const { recent, remember } = useRecent();
  const places = usePlaces();
  const [typed, setTyped] = useState(begun.text);
  // What was chosen with the arrows or the mouse; null as long as nothing is.
  const [chosen, setChosen] = useState<number | null>(null);
  const [hurried, setHurried] = useState(begun.hurried ?? null);
  const text = searchedText(typed);
  const { found, answered, error, retry } = useSearch(text);
  const isWaiting = text !== '' && answered !== text;

  const groups: ChoiceGroup[] =
    text === ''
      ? [
          ...group('Recent', recent, PLACES_OFFERED),
          ...group('Go to', places.pages, PLACES_OFFERED),
          ...group('New', places.actions, PLACES_OFFERED),
        ]
      : [
          ...(found && !error ? groupsOf(found, { currency, today: today(timeZone), isAdmin }) : []),
          ...group('Pages', placesNamed(places.pages, text), PLACES_FOUND),
          ...group('Settings', placesNamed(places.settings, text), PLACES_FOUND),
          ...group('Actions', placesNamed(places.tasks, text), PLACES_FOUND),
          ...group('New', placesNamed(places.actions, text), PLACES_FOUND),
        ];
  const isNothing = text !== '' && !isWaiting && !error && groups.length === 0;
  if (isNothing) groups.push({ label: 'New', choices: newFrom(text) });
  const choices = groups.flatMap((each) => each.choices);
  // Nothing is added but by choosing it: Enter alone opens the first that is there already.
  const first = choices.findIndex(({ kind }) => kind !== 'action');
  const active = chosen === null ? first : Math.min(chosen, choices.length - 1);
  const current = choices[active];
  const words = text === '' ? [] : text.split(/\s+/);

  function open(choice: Choice | undefined, inNewTab: boolean) {
    if (!choice) return;
    remember(choice);
    onClose();
    if (inNewTab) window.open(choice.href, '_blank', 'noopener');
    else void navigate(choice.href);
  }

  const openHurried = useEffectEvent(() => {
    if (!hurried || isWaiting) return;
    setHurried(null);
    if (!error) open(choices[first], hurried === 'new tab');
  });
  useEffect(() => openHurried(), [isWaiting, hurried]);

  const activeId = current && optionId(id, current);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function type(value: string) {
    setTyped(value);
    setChosen(null);
    setHurried(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (choices.length === 0) return;
      const next = event.key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1;
      setChosen((next + choices.length) % choices.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const inNewTab = event.metaKey || event.ctrlKey;
      if (isWaiting) setHurried(inNewTab ? 'new tab' : 'here');
      else open(current, inNewTab);
    }
  }

  return (
    <dialog
      ref={dialog}
      className="search"
      aria-label="Search"
      onPointerDown={(event) => {
        // The dialog itself is only where its scrim is.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="search-box">
        <div className="search-in">
          <Search className="pp-i pp-i-20" />
          <input
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder="Customers, bookings, commissions, pages"
            aria-label="Search"
            role="combobox"
            aria-expanded={choices.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
          />
          {typed !== '' && (
            <IconButton
              size="sm"
              label="Clear"
              onClick={() => {
                type('');
                dialog.current?.querySelector('input')?.focus();
              }}
            >
              <X className="pp-i" />
            </IconButton>
          )}
          <kbd className="pp-kbd only-d" aria-hidden="true">
            esc
          </kbd>
          <Button variant="ghost" size="sm" className="only-m" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <div className="search-found">
          {error && text !== '' && !isWaiting && (
            <InlineBanner tone="danger" title="The search did not run">
              <p>{error}</p>
              <Button variant="outline" size="sm" onClick={retry}>
                Try again
              </Button>
            </InlineBanner>
          )}
          {isNothing && <NothingFound text={text} />}
          <ChoiceList
            id={id}
            groups={groups}
            inColumns={text === ''}
            words={words}
            active={current}
            onActive={(choice) => setChosen(choices.indexOf(choice))}
            onChoose={open}
          />
        </div>
        <p className="pp-sr" role="status">
          {isNothing
            ? `Nothing found for “${text}”`
            : text !== '' && !isWaiting && !error && `${choices.length} found`}
        </p>
        <SearchKeys />
      </div>
    </dialog>
  );
}

/** What can be made of a name nobody has. */
const newFrom = (text: string): Choice[] => [
  {
    kind: 'action',
    href: paths.customerCreate.href({ name: text.slice(0, 200) }),
    title: `Customer “${text}”`,
  },
  { kind: 'action', href: paths.saleCreate.href(), title: 'Sale' },
];
