import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AmountNotation, AppError, DateOrder, ReceivedOn, Role } from '../../domain';
import type { FactorDue } from './factor-due';
import type { OfflineReading } from '../offline/may-keep';
import type { PasswordDue } from './password-due';

export interface Organization {
  id: string;
  name: string;
  logoUrl: string | null;
  currency: string;
  timeZone: string;
  /** How typed amounts are read; absent where an older release remembered the person: as the currency is written. */
  notation?: AmountNotation;
  /** In which order dates are typed; absent likewise: month first. */
  dateOrder?: DateOrder;
  /** When its commission counts as received; absent likewise. */
  receivedOn?: ReceivedOn;
  /** ISO moment from which on it is deleted, because an owner asked for it. */
  deletionDueAt?: string | null;
  /** Whose devices keep what they opened; absent likewise: nobody's. */
  offlineReading?: OfflineReading;
}

/** The signed-in person. */
export interface CurrentUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  avatarUrl: string | null;
  organizationId: string;
  isActive: boolean;
  /** ISO moment; unknown where the app opens without a network. */
  joinedAt?: string;
  organization: Organization;
}

/** Who the session belongs to; tokens stay with the auth client. */
export interface SessionInfo {
  userId: string;
  email: string;
}

/** What the store knows of the session and its person. */
export interface AuthState {
  user: CurrentUser | null;
  session: SessionInfo | null;
  /** Which password a session that a mailed link opened must set first; `user` is null meanwhile. */
  passwordDue: PasswordDue | null;
  /** What is owed of a second factor, before anything else; `user` is null meanwhile. */
  factorDue?: FactorDue | null;
  loading: boolean;
  error: AppError | null;
  /** True once session and user are known; no route is decided before. */
  initialized: boolean;
}

/** Why a session is held back. */
export type Held = { passwordDue: PasswordDue } | { passwordDue: PasswordDue | null; factorDue: FactorDue };

const initialState: AuthState = {
  user: null,
  session: null,
  passwordDue: null,
  factorDue: null,
  loading: false,
  error: null,
  initialized: false,
};

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    loadingStarted: (state) => {
      state.loading = true;
      state.error = null;
    },
    signedIn: (state, { payload }: PayloadAction<{ session: SessionInfo; user: CurrentUser }>) => {
      Object.assign(state, { ...initialState, ...payload, initialized: true });
    },
    sessionHeld: (state, { payload }: PayloadAction<{ session: SessionInfo } & Held>) => {
      Object.assign(state, { ...initialState, ...payload, initialized: true });
    },
    signedOut: (state) => {
      Object.assign(state, { ...initialState, initialized: true });
    },
    failed: (state, { payload }: PayloadAction<AppError>) => {
      Object.assign(state, { loading: false, error: payload });
    },
  },
});

export const authActions = authSlice.actions;
