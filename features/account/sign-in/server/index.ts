import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { proof, sessions, signIn } from '../contract.ts'
import { confirmEmail } from './accounts/confirm-email.ts'
import { createFirstStaff } from './accounts/create-first-staff.ts'
import { createUser } from './accounts/create-user.ts'
import { createUserCommand } from './accounts/create-user-command.ts'
import { requestPasswordReset } from './accounts/request-password-reset.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { undoEmailChange } from './accounts/undo-email-change.ts'
import { signUp } from './accounts/sign-up.ts'
import { staffLinkCommand } from './accounts/staff-link-command.ts'
import { cleanUp } from './clean-up.ts'
import {
  accountOfSession,
  prove,
  provePasskey,
  proveCode,
  retrieveWays,
  startPasskeyProof,
} from './proof/prove.ts'
import { startProvider } from './proof/prove-by-provider.ts'
import { finishGithub, selectEmail, startGithub } from './providers/sign-in-with-github.ts'
import { finishSso, startSso } from './providers/sign-in-with-sso.ts'
import { retrieveOptions } from './retrieve-options.ts'
import { completeSecondFactor, finishPasskey, startPasskey } from './sessions/complete-session.ts'
import { accountOfAddress, createSession } from './sessions/create-session.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/own-sessions.ts'
import { refreshSession, retrieveSession } from './sessions/read-session.ts'
import { removeAllSessions, removeSession } from './sessions/remove-session.ts'
import { signOutCommand } from './sessions/sign-out-command.ts'
import { tellRefusals } from './tell-sign-ins.ts'

export { changeEmail } from './accounts/change-email.ts'
export { changePassword } from './accounts/change-password.ts'
export { createStaffLink } from './accounts/staff-link.ts'
export { proveSession } from './proof/prove-session.ts'

export const signInServer = feature('sign-in', {
  endpoints: [
    implement(signIn, {
      options: retrieveOptions,
      retrieve: retrieveSession,
      create: tellRefusals('password', createSession, accountOfAddress),
      secondFactor: tellRefusals('code', completeSecondFactor),
      startPasskey,
      finishPasskey: tellRefusals('passkey', finishPasskey),
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
      finishGithub: tellRefusals('github', finishGithub),
      selectEmail,
      startSso,
      finishSso: tellRefusals('sso', finishSso),
    }),
    implement(sessions, { list: listSessions, end: endSession, endOthers: endOtherSessions }),
    implement(proof, {
      retrieveWays,
      prove: tellRefusals('password', prove, accountOfSession),
      proveCode: tellRefusals('code', proveCode, accountOfSession),
      startPasskeyProof,
      provePasskey: tellRefusals('passkey', provePasskey, accountOfSession),
      startProvider,
    }),
  ],
  schedules: [cleanUp],
  commands: [createUserCommand, signOutCommand, staffLinkCommand],
})
