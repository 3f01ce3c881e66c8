import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { signIn } from '../contract.ts'
import { confirmEmail } from './accounts/confirm-email.ts'
import { createUser } from './accounts/create-user.ts'
import { createUserCommand } from './accounts/create-user-command.ts'
import { requestPasswordReset } from './accounts/request-password-reset.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { signUp } from './accounts/sign-up.ts'
import { cleanUp } from './clean-up.ts'
import { finishGithub, selectEmail, startGithub } from './providers/sign-in-with-github.ts'
import { finishSso, startSso } from './providers/sign-in-with-sso.ts'
import { retrieveOptions } from './retrieve-options.ts'
import { createSession } from './sessions/create-session.ts'
import { refreshSession, retrieveSession } from './sessions/read-session.ts'
import { removeAllSessions, removeSession } from './sessions/remove-session.ts'

export { changeEmail } from './accounts/change-email.ts'
export { changePassword } from './accounts/change-password.ts'

export const signInServer = feature('sign-in', {
  endpoints: [
    implement(signIn, {
      options: retrieveOptions,
      retrieve: retrieveSession,
      create: createSession,
      refresh: refreshSession,
      remove: removeSession,
      removeAll: removeAllSessions,
      signUp,
      createUser,
      requestPasswordReset,
      resetPassword,
      confirmEmail,
      startGithub,
      finishGithub,
      selectEmail,
      startSso,
      finishSso,
    }),
  ],
  schedules: [cleanUp],
  commands: [createUserCommand],
})
