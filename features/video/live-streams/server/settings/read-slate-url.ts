import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { outboundGuard, OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'

/** Null for none: the default picture. */
export const readSlateUrl = ({ settings }: Pick<App, 'settings'>, given: string | undefined) => {
  if (!given) return null
  const refuse = (why: string) => invalidField('reconnect_slate_url', `reconnect_slate_url: ${why}`)
  if (!URL.canParse(given) || !['http:', 'https:'].includes(new URL(given).protocol))
    throw refuse('give an address that begins with http:// or https://')
  try {
    outboundGuard(settings).check(new URL(given))
  } catch (error) {
    if (error instanceof OutboundRefused) throw refuse(error.message)
    throw error
  }
  return given
}
