/** A provider account whose address must still be chosen. Stored in this tab, not in the address bar. */
export interface LoginTicket {
  ticket: string
  addresses: string[]
  next: string | null
}

const key = 'playhead_login_ticket'

const isTicket = (value: unknown): value is LoginTicket =>
  typeof value === 'object' &&
  value !== null &&
  'ticket' in value &&
  typeof value.ticket === 'string' &&
  'addresses' in value &&
  Array.isArray(value.addresses)

export const keepLoginTicket = (ticket: LoginTicket) =>
  sessionStorage.setItem(key, JSON.stringify(ticket))

export const forgetLoginTicket = () => sessionStorage.removeItem(key)

export const readLoginTicket = (): LoginTicket | undefined => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isTicket(value) ? value : undefined
  } catch {
    return undefined
  }
}
