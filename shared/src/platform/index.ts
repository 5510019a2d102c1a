/**
 * Everything with identity: one store, one api, one router. Federated as a singleton; remotes carry no copy.
 * An addition here raises CONTRACT.minor, a change that can break a deployed remote raises CONTRACT.major.
 */
export { api, allowReinjection, overrideExisting, type Tag } from './api/api';
export type { DbMeta } from './api/base-query';
export {
  confirming,
  databaseDoor,
  row,
  rows,
  through,
  type AnswerOf,
  type ArgsOf,
  type DatabaseContract,
  type DbRequest,
  type FunctionContract,
} from './api/door';
export {
  functionsDoor,
  type ActionContract,
  type FunctionsAnswerOf,
  type FunctionsArgsOf,
  type FunctionsContract,
} from './api/functions-door';
export { apiAddress, connect } from './api/client';
export type { Db } from './api/client-types';
export {
  changeEmail,
  mailChangeAgain,
  refreshSession,
  resendConfirmation,
  resetPasswordForEmail,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from './auth/auth-operations';
export type { SignUpInput } from './auth/account';
export { checkEmailVerification, type EmailVerification } from './auth/email-verification';
export { invitationPreview, type InvitationPreview } from './auth/invitation-preview';
export {
  acceptInvitation,
  enterOrganization,
  hasOpenInvitation,
  inviteMember,
  mailInvitation,
  sendInvitationLink,
} from './auth/invitations';
export type { InviteMemberInput } from './auth/invitation-acts';
export { takeSessionFromUrl } from './auth/link-session';
export type { FactorDue } from './auth/factor-due';
export type { PasswordDue } from './auth/password-due';
export { recheckUser, type AuthResult } from './auth/session';
export { initializeAuth } from './auth/start';
export type { AuthState, CurrentUser, Organization, SessionInfo } from './auth/auth-slice';
export { expectedUser } from './auth/expected-user';
export { loadSecondFactor, type SecondFactorDeeds } from './auth/load-second-factor';
export { onStepUp, stepUp, type StepUpAct } from './auth/step-up';
export type { Authenticator, NewAuthenticator } from './auth/second-factor';
export { sessionEnded, typingIsKept } from './auth/signed-out';
export { useAuth, useCurrentUser, type Auth } from './auth/use-auth';
export { parseConfig, type RuntimeConfig } from './config';
export {
  CONTRACT,
  contractProblem,
  type Access,
  type CardName,
  type Contract,
  type FindableAction,
  type NavItem,
  type QuickAction,
  type RecordRef,
  type RecordType,
  type RemoteCard,
  type RemoteManifest,
  type RemoteModule,
  type RemotePage,
  type RemoteRoute,
  type RemoteSlot,
} from './contract';
export type { Draft } from './drafts/draft';
export { useDraft } from './drafts/use-draft';
export { saveFile } from './export/save-file';
export { useExport } from './export/use-export';
export { useAppDispatch, useAppSelector } from './hooks';
export { useFromDevice, type FromDevice } from './offline/from-device';
export type { OfflineReading } from './offline/may-keep';
export { pageLoader, type AskedPage } from './page-loader';
export { paths, safeRedirect } from './paths';
export { MISSED } from './realtime/topics';
export { useLiveTag } from './realtime/use-live-tag';
export { registryRead } from './remotes/manifests-slice';
export { CardProvider, Slot, type CardView, type SlotProps } from './remotes/slot';
export { useNavItems, useQuickActions } from './remotes/use-manifests';
export * from './router';
export {
  useAgentOptions,
  useChosenAgent,
  useChosenVendor,
  useVendorOptions,
  type AgentChoice,
  type VendorChoice,
} from './services/filter-options';
export { useNewAgencyLimits, type NewAgencyLimits } from './services/new-agency-limits';
export { downloadFile, prepareUpload, type FileUpload, type UploadRequest } from './storage/files';
export { avatarSrc, logoSrc, type ImageBucket } from './storage/image-sources';
export { removeImage, removeOtherImages, uploadImage, uploadLogoOnce } from './storage/images';
export { store, createStore } from './store';
export { hasUnsavedChanges, unsavedElsewhere, useUnsavedChanges } from './unsaved';
export { useLeaveGuard } from './use-leave-guard';
export { useToast, useToasts } from './toast/use-toast';
export type { Toast, ToastLink, ToastTone } from './toast/toast-slice';
// What reads every list's address: once here, not in the code of each remote.
export { listDefaults, readListQuery } from '../domain';
export { listAt, useListAddress, type ListAddress } from './use-list-address';
export { listQuery, useListQuery, useRealPage, type ListRules } from './use-list-query';
