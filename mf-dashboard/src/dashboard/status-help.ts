export { StatusHelpDialog } from '@paperplane/shared/ui';
