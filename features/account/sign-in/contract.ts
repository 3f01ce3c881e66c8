import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { emailAddress } from '@playhead/contract-kit/email-address.ts'
import { anyone, signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { Environment } from '@playhead/question-contract/current-environment.ts'
import { Organization, ListedEnvironment } from '@playhead/features/account/memberships/contract'
import {
  PasskeyAnswer,
  PasskeyRequest,
  SecondFactorCode,
  SecondFactorRequest,
} from '@playhead/features/account/second-factor/contract'

export { sessions } from './sessions-contract.ts'
export { proof, type ProofKind, WaysToProve } from './proof-contract.ts'

export const mailedLinkHours = {
  signup: 24,
  passwordReset: 1,
  emailChange: 24,
  emailUndo: 168,
} as const

/** How long the link for the first staff account is valid; the program prints it when it starts. */
export const staffLinkMinutes = 60

/** AUTH-021 */
const noPassword = 'Password cannot be empty'

const CurrentUser = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.nullable(z.string()),
  organization_admin: z.boolean(),
  oauth_login: z.boolean(),
  /** Staff of the operator: may masquerade and override flags. SHELL-061 */
  internal: z.boolean(),
})

/** SHELL-046 */
export const Session = z.object({
  /** A short-lived token for the realtime socket; the session itself lives in a cookie. */
  token: z.string(),
  current_user: CurrentUser,
  feature_flags: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
  /** Names of the flags that a cookie overrides; only ever set for staff. */
  feature_overrides: z.array(z.string()),
  current_environment: z.nullable(Environment),
  organization: z.nullable(Organization),
  organizations: z.array(Organization),
  properties: z.array(ListedEnvironment),
  onboarding: z.boolean(),
  masquerading: z.boolean(),
  read_only: z.boolean(),
  /** A visitor of a public demo, who reads and changes nothing. DEMO-005 */
  visitor: z.boolean(),
  build: z.string(),
})

const SessionAnswer = dataOf(Session)

/** Without a session, something must still be proven first. */
const SessionOrSecondFactor = z.object({
  data: z.nullable(Session),
  second_factor: z.nullable(SecondFactorRequest),
})

/** A provider account with several confirmed addresses: the person must choose one. AUTH-011 */
const SessionOrAddresses = dataOf(
  z.object({
    session: z.nullable(Session),
    addresses: z.array(z.string()),
    ticket: z.nullable(z.string()),
    second_factor: z.nullable(SecondFactorRequest),
    next: z.nullable(z.string()),
  }),
)

const OauthAnswer = z.object({
  session: z.object({
    code: z.string(),
    state: z.string(),
    /** The issuer parameter of the provider's redirect, passed on unchanged. */
    iss: z.optional(z.nullable(z.string())),
  }),
})

const newPerson = {
  first_name: z
    .string()
    .check(z.trim(), z.minLength(1, 'First name is required'), z.maxLength(100)),
  last_name: z.string().check(z.trim(), z.maxLength(100)),
  email: emailAddress,
  password: z.string(noPassword),
}

export const signIn = endpoints({
  options: get('/ui/v1/sign-in-options', {
    access: anyone('The sign-in page asks what it can offer.'),
    summary: 'What the sign-in pages can offer',
    returns: dataOf(
      z.object({
        github: z.boolean(),
        captcha: z.nullable(z.object({ key: z.string(), script_urls: z.array(z.string()) })),
        password_length_min: z.int(),
        /** Whether there is a session to read, so that a first visit need not be refused one. */
        has_session: z.boolean(),
        /** Without a mail server, mails wait in an outbox that staff can open. */
        sends_mail: z.boolean(),
        /** True on a server without any accounts: the link in its terminal creates the first one. */
        first_visit: z.boolean(),
        /** Whether the pages tell the operator's story: an offer, quotes and customers. */
        marketing: z.boolean(),
        /** Set only where the server can be reached from this machine alone. */
        demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
      }),
    ),
  }),
  retrieve: get('/ui/v1/session', {
    access: anyone('A public demo lets visitors in; everywhere else a session is needed.'),
    summary: 'The session with its organizations, environments and flags',
    returns: SessionAnswer,
  }),
  create: post('/ui/v1/session', {
    access: anyone('Needed to sign in.'),
    summary: 'Sign in with e-mail and password; people with a second factor are asked for it',
    body: z.object({
      session: z.object({
        email: emailAddress,
        password: z.string(noPassword).check(z.minLength(1, noPassword)),
      }),
    }),
    returns: SessionOrSecondFactor,
    status: 201,
  }),
  secondFactor: post('/ui/v1/session/second-factor', {
    access: anyone('The ticket proves the password.'),
    summary: 'Complete a sign-in with a code of an authenticator app or a recovery code',
    body: z.object({
      session: z.object({
        ticket: z.string().check(z.minLength(1)),
        ...SecondFactorCode.shape,
      }),
    }),
    returns: SessionAnswer,
    status: 201,
  }),
  startPasskey: post('/ui/v1/session/passkey/start', {
    access: anyone('Needed to sign in.'),
    summary: 'Begin signing in with a passkey, alone or as second factor of a ticket',
    body: z.object({ session: z.object({ ticket: z.optional(z.nullable(z.string())) }) }),
    returns: dataOf(PasskeyRequest),
  }),
  finishPasskey: post('/ui/v1/session/passkey', {
    access: anyone('Needed to sign in.'),
    summary: 'Sign in with what a passkey signed',
    body: z.object({
      session: z.object({
        ticket: z.optional(z.nullable(z.string())),
        challenge_id: z.uuid(),
        ...PasskeyAnswer.shape,
      }),
    }),
    returns: SessionAnswer,
    status: 201,
  }),
  refresh: put('/ui/v1/session', {
    access: signedIn,
    summary: 'Renew the session: its token is replaced by a new one',
    returns: SessionAnswer,
  }),
  remove: del('/ui/v1/session', {
    access: signedIn,
    summary: 'Sign out',
    returns: nothing,
  }),
  removeAll: del('/ui/v1/sessions', {
    access: signedIn,
    summary: 'Sign out everywhere',
    returns: nothing,
  }),
  signUp: post('/ui/v1/signup', {
    access: anyone('Needed to sign up.'),
    summary: 'Request an account; a single-use link is mailed to the address',
    body: z.object({
      invite: z.object({
        email: emailAddress,
        type: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
        plan: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
        redirect_url: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
      }),
    }),
    returns: nothing,
  }),
  createUser: post('/ui/v1/users', {
    access: anyone('The mailed link proves the address.'),
    summary: 'Create the account of a mailed link, and sign in',
    body: z.object({
      user: z.object({
        ...newPerson,
        type: z.optional(z.nullable(z.string())),
        /** The invite that the link belongs to: of a sign-up or to an organization. */
        invite_id: z.optional(z.nullable(z.uuid())),
        /** The secret part of the mailed link. */
        token: z.optional(z.nullable(z.string())),
      }),
    }),
    returns: SessionAnswer,
    status: 201,
  }),
  createFirstStaff: post('/ui/v1/first-staff', {
    access: anyone('The link in the terminal proves who runs this server.'),
    summary: 'Create the first staff account with the link that the program printed, and sign in',
    body: z.object({
      user: z.object({
        ...newPerson,
        /** The part of the printed link after #. */
        token: z.string().check(z.minLength(1)),
      }),
    }),
    returns: SessionAnswer,
    status: 201,
  }),
  requestPasswordReset: post('/ui/v1/password-resets', {
    access: anyone('People who forgot their password are signed out.'),
    summary:
      'Mail a single-use link to choose a new password; the response is the same for unknown addresses',
    body: z.object({ user: z.object({ email: emailAddress }) }),
    returns: nothing,
  }),
  resetPassword: put('/ui/v1/reset-password', {
    access: anyone('The mailed link proves the address.'),
    summary: 'Choose a new password with a mailed link; every session of the person ends',
    body: z.object({
      user: z.object({
        token: z.string().check(z.minLength(1)),
        new_password: z.string(noPassword),
        password_confirmation: z.string(),
      }),
    }),
    returns: nothing,
  }),
  confirmEmail: post('/ui/v1/email-confirmations', {
    access: anyone('The mailed link proves the address.'),
    summary: 'Confirm a changed e-mail address with a mailed link',
    body: z.object({ email_confirmation: z.object({ token: z.string().check(z.minLength(1)) }) }),
    returns: dataOf(z.object({ email: z.string() })),
  }),
  undoEmailChange: post('/ui/v1/email-undos', {
    access: anyone('The mailed link proves the old address.'),
    summary:
      'Restore the address an account had before a change, with the link mailed there; every session of the person ends',
    body: z.object({ email_undo: z.object({ token: z.string().check(z.minLength(1)) }) }),
    returns: dataOf(
      z.object({
        email: z.string(),
        /** For choosing a new password, since the old one no longer works. Null for a person without a password. */
        password_reset_token: z.nullable(z.string()),
      }),
    ),
  }),
  startGithub: post('/ui/v1/session/github/start', {
    access: anyone('Needed to sign in.'),
    summary: 'Begin signing in with GitHub',
    body: z.object({ session: z.object({ next: z.optional(z.nullable(z.string())) }) }),
    returns: dataOf(z.object({ authorize_url: z.string() })),
  }),
  finishGithub: post('/ui/v1/session/github', {
    access: anyone('Needed to sign in.'),
    summary: 'Sign in with the code GitHub returned',
    body: OauthAnswer,
    returns: SessionOrAddresses,
  }),
  selectEmail: post('/ui/v1/session/email', {
    access: anyone('The ticket proves the provider account.'),
    summary: 'Continue signing in with one of the addresses of a provider account',
    body: z.object({
      session: z.object({ ticket: z.string().check(z.minLength(1)), email: emailAddress }),
    }),
    returns: SessionOrAddresses,
  }),
  startSso: post('/ui/v1/session/sso/start', {
    access: anyone('Needed to sign in.'),
    summary: 'Begin single sign-on for the organization an e-mail address or id belongs to',
    body: z.object({
      session: z.object({
        email: z.optional(emailAddress),
        organization_id: z.optional(z.uuid()),
        next: z.optional(z.nullable(z.string())),
      }),
    }),
    returns: dataOf(z.object({ authorize_url: z.string() })),
  }),
  finishSso: post('/ui/v1/session/sso', {
    access: anyone('Needed to sign in.'),
    summary: "Sign in with the code the organization's provider returned",
    body: OauthAnswer,
    returns: SessionOrAddresses,
  }),
})
