import type { IsoDate } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { Button, cx } from '@paperplane/shared/ui';
import { chaseWords, isUndelivered } from './chase-words';
import { useStopVendorChaseMutation, type Chase } from './mail-api';
import './mail.css';

/** Where asking a vendor by mail stands, and the way to stop it. */
export function ChaseState({ chase, vendor, today }: { chase: Chase; vendor: string; today: IsoDate }) {
  const toast = useToast();
  const [stop, stopping] = useStopVendorChaseMutation();

  async function end() {
    try {
      await stop(chase.id).unwrap();
      toast.success(`${vendor} is not asked again`);
    } catch (error) {
      toast.error('It was not stopped', error);
    }
  }
  return (
    <span className={cx('chase-state', isUndelivered(chase) && 'chase-failed')}>
      {chaseWords(chase, today)}
      {chase.state === 'running' && (
        <>
          {' · '}
          <Button
            variant="link"
            size="sm"
            loading={stopping.isLoading}
            aria-label={`Stop asking ${vendor}`}
            onClick={() => void end()}
          >
            Stop
          </Button>
        </>
      )}
    </span>
  );
}
