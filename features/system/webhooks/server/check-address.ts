import { invalidField } from '@playhead/contract-kit/errors.ts'
import { urlError } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { outboundGuard, OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'

export const addressTaken = () =>
  invalidField('address', 'This environment already has a webhook for this URL.')

/** A host name is resolved and checked at each call; an IP address can be checked now. */
export const checkAddress = (app: App, address: string) => {
  const message = urlError(address)
  if (message) throw invalidField('address', message)
  try {
    outboundGuard(app.settings).check(new URL(address))
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalidField('address', error.message)
    throw error
  }
}
