import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import type { SecondFactorRequest } from '@playhead/features/account/second-factor/contract'

/** A sign-in that waits for its second factor. Stored in this tab, not in the address bar. */
export interface SecondFactorTicket extends CamelOutput<typeof SecondFactorRequest> {
  next: string | null
}

const key = 'playhead_second_factor'

const isTicket = (value: unknown): value is SecondFactorTicket =>
  typeof value === 'object' &&
  value !== null &&
  'ticket' in value &&
  typeof value.ticket === 'string' &&
  'methods' in value &&
  Array.isArray(value.methods) &&
  'passkeyHostsElsewhere' in value &&
  Array.isArray(value.passkeyHostsElsewhere)

export const keepSecondFactorTicket = (ticket: SecondFactorTicket) =>
  sessionStorage.setItem(key, JSON.stringify(ticket))

export const forgetSecondFactorTicket = () => sessionStorage.removeItem(key)

export const readSecondFactorTicket = (): SecondFactorTicket | undefined => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isTicket(value) ? value : undefined
  } catch {
    return undefined
  }
}
