import { invalidField } from '@playhead/contract-kit/errors.ts'
import { passwordConfirmationError, passwordError } from '@playhead/domain/field-rules.ts'
import { judgePassword } from '@playhead/domain/passwords/judge-password.ts'
import { loadKnownWords } from '@playhead/domain/passwords/load-known-words.ts'
import type { App } from '@playhead/server-kit/app.ts'

interface Wanted {
  password: string
  /** The name of the form field that shows the message. */
  field: string
  /** Names, addresses and organizations of the person. */
  personal: readonly string[]
}

/** AUTH-019; also refuses passwords that attackers guess first. */
export const requireGoodPassword = async (app: App, { password, field, personal }: Wanted) => {
  const error =
    passwordError(password, app.settings.passwordLengthMin) ??
    judgePassword(password, await loadKnownWords(), personal)
  if (error) throw invalidField(field, error)
}

/** AUTH-020 */
export const requireSamePassword = (password: string, confirmation: string) => {
  const error = passwordConfirmationError(password, confirmation)
  if (error) throw invalidField('password_confirmation', error)
}
