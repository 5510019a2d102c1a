import { useState } from 'react';
import { displayMessage, formatDate } from '@paperplane/shared/domain';
import {
  loadSecondFactor,
  stepUp,
  useAppDispatch,
  useCurrentUser,
  useToast,
  type Authenticator,
} from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import {
  Button,
  Ellipsis,
  FormSection,
  InlineError,
  Menu,
  Phone,
  Plus,
  ShieldCheck,
  ShieldX,
} from '@paperplane/shared/ui';
import { secondFactorChanged, useListAuthenticatorsQuery, type SecondFactor } from './security-api';
import { POLICIES, usedText } from './security-words';

/** The database wants a code of the last 15 minutes where one more is added; some of them go by until it is named. */
const FRESH = 10 * 60_000;

/** Whether one more may be added: a code of now is asked for where the last one is old. */
async function mayAdd(): Promise<boolean> {
  const at = await loadSecondFactor().then(({ lastCodeAt }) => lastCodeAt());
  const isFresh = at !== null && Date.now() - at < FRESH;
  return isFresh || stepUp({ verb: 'go on', about: 'One more authenticator' });
}

const loadSetup = () =>
  import(/* webpackChunkName: "second-factor" */ '../../../second-factor/authenticator-setup').then(
    (code) => code.AuthenticatorSetup,
  );

/** One's own authenticators: whether there is one, each with when it was used, one more, and taking one away. */
export function FactorSection({ own }: { own: SecondFactor | undefined }) {
  const { data: list, error, refetch } = useListAuthenticatorsQuery();
  const [Setup, fetchSetup] = useLazyDialog(loadSetup);
  const [isAdding, setAdding] = useState(false);
  const dispatch = useAppDispatch();
  const toast = useToast();
  const first = list?.length === 0;
  async function add() {
    if ((await fetchSetup()) && (first || (await mayAdd()))) setAdding(true);
  }
  const done = () => {
    setAdding(false);
    dispatch(secondFactorChanged());
    toast.success(
      first ? 'Second factor turned on' : 'Authenticator added',
      first ? 'Your other devices sign in anew, with a code.' : undefined,
    );
  };

  return (
    <FormSection title="Second factor" hint="Asked after your password, and again before money moves.">
      <div className="pp-stack">
        {error && <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />}
        {own && list && (
          <ul className="security-rows">
            <Standing own={own} list={list} />
            {list.map((one) => (
              <Row key={one.id} one={one} isLast={list.length === 1} isRequired={own.required} />
            ))}
          </ul>
        )}
        {list && isAdding && Setup && (
          <section className="security-enrol" aria-label={addLabel(list.length)}>
            <header>
              <b>{addLabel(list.length)}</b>
              {!first && <span className="pp-muted pp-sm">In case the phone is lost</span>}
            </header>
            <div>
              <Setup
                taken={list.map(({ name }) => name)}
                button={first ? 'Turn it on' : 'Add authenticator'}
                onDone={done}
                onCancel={() => setAdding(false)}
              />
            </div>
          </section>
        )}
        {list && !isAdding && (
          <div className="security-two">
            <span className="pp-muted pp-sm">
              {list.length === 1 && 'A second one is worth having, in case the phone is lost.'}
            </span>
            <Button
              variant={first ? 'primary' : 'outline'}
              icon={<Plus className="pp-i" />}
              onClick={() => void add()}
            >
              {addLabel(list.length)}
            </Button>
          </div>
        )}
      </div>
    </FormSection>
  );
}

const addLabel = (count: number): string =>
  count === 0
    ? 'Set up an authenticator'
    : count === 1
      ? 'Add a second authenticator'
      : 'Add an authenticator';

function Standing({ own, list }: { own: SecondFactor; list: readonly Authenticator[] }) {
  const { timeZone } = useCurrentUser().organization;
  const isOn = list.length > 0;
  const since = list.map((one) => one.since).toSorted()[0];
  const policy = POLICIES.find((each) => each.policy === own.policy);
  return (
    <li>
      <span className="pp-tile" data-on={isOn ? true : undefined}>
        {isOn ? <ShieldCheck className="pp-i" /> : <ShieldX className="pp-i" />}
      </span>
      <span>
        <b>{isOn ? 'On' : 'Off'}</b>
        <small>{since ? `since ${formatDate(since, timeZone)}` : 'Whoever has your password gets in.'}</small>
      </span>
      {own.policy !== 'optional' && <span className="pp-muted pp-sm">{policy?.label}</span>}
    </li>
  );
}

interface RowProps {
  one: Authenticator;
  isLast: boolean;
  isRequired: boolean;
}

function Row({ one, isLast, isRequired }: RowProps) {
  const { timeZone } = useCurrentUser().organization;
  const dispatch = useAppDispatch();
  const toast = useToast();
  const name = one.name || 'Authenticator';

  /** Taking it away is confirmed by a code, however old the last one is. */
  async function remove() {
    const about = !isLast
      ? `${name}; the others stay`
      : isRequired
        ? `${name}; you set up another one next`
        : `${name}, your only one`;
    if (!(await stepUp({ verb: `remove ${name}`, about }))) return;
    const result = await loadSecondFactor().then(({ removeAuthenticator }) => removeAuthenticator(one.id));
    dispatch(secondFactorChanged());
    if (result.success) toast.success(`${name} removed`);
    else toast.error(`${name} was not removed`, result.error);
  }

  return (
    <li>
      <span className="pp-tile">
        <Phone className="pp-i" />
      </span>
      <span>
        <b>{name}</b>
        <small>{usedText(one.lastUsed, timeZone)}</small>
      </span>
      <Menu
        label={`More for ${name}`}
        buttonClassName="pp-iconbtn pp-iconbtn-sm"
        button={<Ellipsis className="pp-i" />}
        items={[{ key: 'remove', label: 'Remove', onSelect: () => void remove() }]}
      />
    </li>
  );
}
