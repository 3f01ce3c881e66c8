import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { secondFactor } from '../contract.ts'
import { addAuthenticatorApp } from './authenticator-app/add-authenticator-app.ts'
import { removeAuthenticatorApp } from './authenticator-app/remove-authenticator-app.ts'
import { startAuthenticatorApp } from './authenticator-app/start-authenticator-app.ts'
import { cleanUp } from './clean-up.ts'
import { addPasskey } from './passkeys/add-passkey.ts'
import { removePasskey } from './passkeys/remove-passkey.ts'
import { renamePasskey } from './passkeys/rename-passkey.ts'
import { startPasskey } from './passkeys/start-passkey.ts'
import { renewRecoveryCodes } from './recovery-codes/renew-recovery-codes.ts'
import { resetSecondFactorCommand } from './reset-second-factor-command.ts'
import { retrieveRequirement } from './retrieve-requirement.ts'
import { retrieveSecondFactor } from './retrieve-second-factor.ts'
import { updateRequirement } from './update-requirement.ts'

export { acceptCode } from './accept-code.ts'
export { acceptPasskey, askForPasskey } from './passkeys/ask-for-passkey.ts'
export { deleteFactorsSince, findFactors } from './factors.sql.ts'
export { beginSecondFactor } from './sign-in/begin-second-factor.ts'
export {
  type CompletedSignIn,
  completeWithCode,
  completeWithPasskey,
  startPasskeySignIn,
} from './sign-in/complete-sign-in.ts'
export { deletePendingSignIns, findPendingSignIn } from './sign-in/pending-sign-ins.sql.ts'

export const secondFactorServer = feature('second-factor', {
  endpoints: [
    implement(secondFactor, {
      retrieve: retrieveSecondFactor,
      startPasskey,
      addPasskey,
      renamePasskey,
      removePasskey,
      startAuthenticatorApp,
      addAuthenticatorApp,
      removeAuthenticatorApp,
      renewRecoveryCodes,
      retrieveRequirement,
      updateRequirement,
    }),
  ],
  schedules: [cleanUp],
  commands: [resetSecondFactorCommand],
})
