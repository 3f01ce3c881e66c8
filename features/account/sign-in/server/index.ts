import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { proof, sessions, signIn } from '../contract.ts'
import { confirmEmail } from './accounts/confirm-email.ts'
import { createFirstStaff } from './accounts/create-first-staff.ts'
import { createUserCommand } from './accounts/create-user-command.ts'
import { createUser } from './accounts/create-user.ts'
import { requestPasswordReset } from './accounts/request-password-reset.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { signUp } from './accounts/sign-up.ts'
import { staffLinkCommand } from './accounts/staff-link-command.ts'
import { undoEmailChange } from './accounts/undo-email-change.ts'
import { cleanUp } from './clean-up.ts'
import { accountOfSession } from './proof/account-of-session.ts'
import { proveCode } from './proof/prove-code.ts'
import { provePasskey } from './proof/prove-passkey.ts'
import { prove } from './proof/prove.ts'
import { retrieveWays } from './proof/retrieve-ways.ts'
import { startPasskeyProof } from './proof/start-passkey-proof.ts'
import { startProvider } from './proof/start-provider.ts'
import { finishGithub } from './providers/finish-github.ts'
import { finishSso } from './providers/finish-sso.ts'
import { selectEmail } from './providers/select-email.ts'
import { startGithub } from './providers/start-github.ts'
import { startSso } from './providers/start-sso.ts'
import { retrieveOptions } from './retrieve-options.ts'
import { accountOfTicket } from './sessions/account-of-ticket.ts'
import { accountOfAddress } from './sessions/account-of-address.ts'
import { completeSecondFactor } from './sessions/complete-second-factor.ts'
import { createSession } from './sessions/create-session.ts'
import { endOtherSessions } from './sessions/end-other-sessions.ts'
import { endSession } from './sessions/end-session.ts'
import { finishPasskey } from './sessions/finish-passkey.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { refreshSession } from './sessions/refresh-session.ts'
import { removeAllSessions } from './sessions/remove-all-sessions.ts'
import { removeSession } from './sessions/remove-session.ts'
import { retrieveSession } from './sessions/retrieve-session.ts'
import { signOutCommand } from './sessions/sign-out-command.ts'
import { startPasskey } from './sessions/start-passkey.ts'
import { logRefusals } from './log-refusals.ts'
import { recordFailures } from './record-failures.ts'

export { changeEmail } from './accounts/change-email.ts'
export { changePassword } from './accounts/change-password.ts'
export { createStaffLink } from './accounts/staff-link.ts'
export { updateNames, updateStarredDimensions } from './accounts/users.sql.ts'
export { proveSession } from './proof/prove-session.ts'
export { forgetSsoSessions, updateMasquerade } from './sessions/sessions.sql.ts'

export const signInServer = feature('sign-in', {
  endpoints: [
    implement(signIn, {
      options: retrieveOptions,
      retrieve: retrieveSession,
      create: recordFailures('password', createSession, accountOfAddress),
      secondFactor: recordFailures('code', completeSecondFactor, accountOfTicket),
      startPasskey,
      finishPasskey: recordFailures('passkey', finishPasskey, accountOfTicket),
      refresh: refreshSession,
      remove: removeSession,
      removeAll: removeAllSessions,
      signUp,
      createUser,
      createFirstStaff,
      requestPasswordReset,
      resetPassword,
      confirmEmail,
      undoEmailChange,
      startGithub,
      finishGithub: logRefusals('github', finishGithub),
      selectEmail,
      startSso,
      finishSso: logRefusals('sso', finishSso),
    }),
    implement(sessions, { list: listSessions, end: endSession, endOthers: endOtherSessions }),
    implement(proof, {
      retrieveWays,
      prove: logRefusals('password', prove, accountOfSession),
      proveCode: logRefusals('code', proveCode, accountOfSession),
      startPasskeyProof,
      provePasskey: logRefusals('passkey', provePasskey, accountOfSession),
      startProvider,
    }),
  ],
  schedules: [cleanUp],
  commands: [createUserCommand, signOutCommand, staffLinkCommand],
})
