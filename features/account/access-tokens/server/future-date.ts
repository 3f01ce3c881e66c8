import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** A token that has expired before it is created would only confuse its user. */
export const futureDate = (app: App, text: string | null | undefined) => {
  if (!text) return null
  const date = new Date(text)
  if (date <= app.clock.now()) throw invalidField('valid_until', 'Choose a date in the future.')
  return date
}
