import { formatDate, formatDay } from '@playhead/domain/format.ts'
import type { Token } from './use-token-list.ts'

const dayMs = 86_400_000
const soonDays = 60

export const lastUse = ({ lastUsedAt }: Pick<Token, 'lastUsedAt'>, now = new Date()) =>
  lastUsedAt ? formatDate(lastUsedAt, { now }) : 'Never used'

export const isExpired = ({ validUntil }: Pick<Token, 'validUntil'>, now = new Date()) =>
  validUntil !== null && new Date(validUntil) <= now

/** Nothing for a token that works until it is revoked. */
export const expiry = (token: Pick<Token, 'validUntil'>, now = new Date()) => {
  const { validUntil } = token
  if (validUntil === null) return undefined
  if (isExpired(token, now)) return `Expired ${formatDay(validUntil)}`
  const days = Math.ceil((new Date(validUntil).getTime() - now.getTime()) / dayMs)
  if (days > soonDays) return `Expires ${formatDay(validUntil)}`
  return days === 1 ? 'Expires in a day' : `Expires in ${days} days`
}
