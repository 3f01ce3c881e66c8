import { invalidField } from '@playhead/contract-kit/errors.ts'
import { passwordConfirmationError, passwordError } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { isCommonPassword } from '@playhead/server-kit/passwords.ts'

const commonPasswordError = 'This password is too common. Please choose another one.'

/** AUTH-019; the message stands at the field the form calls the password. */
export const demandGoodPassword = (app: App, password: string, field: string) => {
  const error =
    passwordError(password, app.settings.passwordLengthMin) ??
    (isCommonPassword(password) ? commonPasswordError : undefined)
  if (error) throw invalidField(field, error)
}

/** AUTH-020 */
export const demandSamePassword = (password: string, confirmation: string) => {
  const error = passwordConfirmationError(password, confirmation)
  if (error) throw invalidField('password_confirmation', error)
}
