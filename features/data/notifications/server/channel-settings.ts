import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailError, urlError } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { outboundGuard, OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'
import type { NotificationService } from '../contract.ts'

const ChannelSettings = z.object({ value: z.string(), signing_secret: z.string().optional() })
export type ChannelSettings = z.infer<typeof ChannelSettings>

export const otherServerError =
  'The value of this channel was encrypted by another server. Enter it again.'

export const sealSettings = (app: App, settings: ChannelSettings) =>
  app.vault.seal(JSON.stringify(settings))

/** Undefined when another server has sealed them: its secret is needed to send. */
export const openSettings = (app: App, sealed: string): ChannelSettings | undefined => {
  try {
    return ChannelSettings.parse(JSON.parse(app.vault.open(sealed)))
  } catch {
    return undefined
  }
}

/** A host name is resolved and checked at each call; an IP address can be checked now. */
const addressError = (app: App, address: string) => {
  const message = urlError(address)
  if (message) return message
  const url = new URL(address)
  if (url.username || url.password) return 'The URL must not contain a user name or password.'
  try {
    outboundGuard(app.settings).check(url)
    return undefined
  } catch (error) {
    if (error instanceof OutboundRefused) return error.message
    throw error
  }
}

const keyShape = /^[\x21-\x7e]{1,255}$/

const valueError = (app: App, service: NotificationService, value: string) => {
  if (service === 'email') return emailError(value)
  if (service === 'pagerduty')
    return keyShape.test(value)
      ? undefined
      : 'An integration key has at most 255 characters and no spaces'
  return addressError(app, value)
}

export const newSigningSecret = () => randomBytes(32).toString('hex')

/** Refuses a value that the service cannot take. A webhook keeps its secret when only its address changes. */
export const settingsOf = (
  app: App,
  service: NotificationService,
  value: string,
  secret = newSigningSecret(),
): ChannelSettings => {
  const message = valueError(app, service, value)
  if (message) throw invalidField('value', message)
  return service === 'webhook' ? { value, signing_secret: secret } : { value }
}
