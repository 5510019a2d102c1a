import { Link, useCurrentUser, useToast } from '@paperplane/shared/platform';
import {
  Button,
  Check,
  CircleAlert,
  cx,
  ListTable,
  RotateCcw,
  Td,
  type ListColumn,
} from '@paperplane/shared/ui';
import { answerOf, momentText, recordLabel, recordPage, triesText, type Clock } from './webhook-words';
import { useResendWebhookDeliveryMutation, type Delivery } from './webhooks-api';

const COLUMNS: readonly ListColumn[] = [
  { label: 'Event' },
  { label: 'Record' },
  { label: 'When' },
  { label: 'Answer' },
  { label: 'Tries', numeric: true, needs: 'medium' },
  { label: 'Resend', unseen: true },
];

/** Deliveries with what they were answered; any can be sent once more. `asOf`: when they were asked for. */
export function DeliveriesTable({ rows, asOf }: { rows: readonly Delivery[]; asOf: number }) {
  const { timeZone } = useCurrentUser().organization;
  const clock: Clock = { now: new Date(asOf), timeZone };
  return (
    <ListTable
      label="Deliveries"
      className="webhook-deliveries"
      columns={COLUMNS}
      rows={rows}
      row={(delivery) => (
        <tr key={delivery.id}>
          <Td>
            <code>{delivery.type}</code>
            <small>{delivery.host}</small>
          </Td>
          <Td text>
            <RecordLink delivery={delivery} />
          </Td>
          <Td>
            <time dateTime={delivery.happenedAt}>{momentText(delivery.happenedAt, clock)}</time>
          </Td>
          <Td>
            <AnswerWords delivery={delivery} clock={clock} />
          </Td>
          <Td numeric needs="medium">
            {triesText(delivery)}
          </Td>
          <Td numeric>
            <Resend delivery={delivery} />
          </Td>
        </tr>
      )}
      item={(delivery) => (
        <li key={delivery.id} className="webhook-item">
          <code>{delivery.type}</code>
          <AnswerWords delivery={delivery} clock={clock} />
          <span className="pp-muted pp-sm">
            <RecordLink delivery={delivery} />,{' '}
            <time dateTime={delivery.happenedAt}>{momentText(delivery.happenedAt, clock)}</time>
          </span>
          <Resend delivery={delivery} />
        </li>
      )}
    />
  );
}

function RecordLink({ delivery }: { delivery: Delivery }) {
  const page = recordPage(delivery);
  const label = recordLabel(delivery);
  return page ? (
    <Link className="pp-tlink" to={page}>
      {label}
    </Link>
  ) : (
    <>{label}</>
  );
}

function AnswerWords({ delivery, clock }: { delivery: Delivery; clock: Clock }) {
  const { text, tone, note } = answerOf(delivery, clock);
  return (
    <span className="webhook-answer">
      <span className={cx('code', tone)}>
        {tone === 'ok' && <Check className="pp-i" />}
        {tone === 'no' && <CircleAlert className="pp-i" />}
        {text}
      </span>
      {note && <small>{note}</small>}
      {tone === 'no' && delivery.answer && (
        <small className="said" title={delivery.answer}>
          “{delivery.answer}”
        </small>
      )}
    </span>
  );
}

function Resend({ delivery }: { delivery: Delivery }) {
  const [resend, { isLoading }] = useResendWebhookDeliveryMutation();
  const toast = useToast();
  const { id, type, host } = delivery;
  async function send() {
    const { error } = await resend(id);
    if (error) toast.error('It was not sent again', error);
    else toast.success(`${type} goes to ${host} again`);
  }
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<RotateCcw className="pp-i pp-i-14" />}
      loading={isLoading}
      aria-label={`Resend ${type}, ${recordLabel(delivery)}`}
      onClick={() => void send()}
    >
      Resend
    </Button>
  );
}
