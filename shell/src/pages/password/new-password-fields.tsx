import { LIMITS } from '@paperplane/shared/domain';
import { NewPassword } from '../auth/new-password';
import { useFields } from '../auth/use-fields';
import { resetProblems } from './password-rules';

const EMPTY = { password: '', passwordConfirmation: '' };

/** What is typed into the two fields of a new password. */
export const useNewPassword = () => useFields(EMPTY, resetProblems);

/** The two fields as both pages of a forgotten password show them. */
export const NewPasswordFields = ({ form }: { form: ReturnType<typeof useNewPassword> }) => (
  <NewPassword form={form} labels={['New Password', 'Confirm Password']} least={LIMITS.passwordMinReset} />
);
