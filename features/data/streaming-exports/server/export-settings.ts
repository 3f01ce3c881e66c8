import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { urlError } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { bucketShape, exportTexts, keyShape, prefixShape, regionShape } from '../contract.ts'
import { outboundGuard, OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'

const HttpSettings = z.object({
  destination: z.literal('http'),
  address: z.string(),
  signing_secret: z.string(),
})

const S3Settings = z.object({
  destination: z.literal('s3'),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  access_key_id: z.string(),
  secret_access_key: z.string(),
})

const Settings = z.discriminatedUnion('destination', [HttpSettings, S3Settings])

export type ExportSettings = z.infer<typeof Settings>

type Given<S extends ExportSettings> = Omit<S, 'destination'>

export const sealSettings = (app: App, settings: ExportSettings) =>
  app.vault.seal(JSON.stringify(settings))

/** Undefined when another server has sealed them: its secret is needed to send. */
export const openSettings = (app: App, sealed: string): ExportSettings | undefined => {
  try {
    return Settings.parse(JSON.parse(app.vault.open(sealed)))
  } catch {
    return undefined
  }
}

/** A host name is resolved and checked at each call; an IP address can be checked now. */
const checkAddress = (app: App, field: 'address' | 'endpoint', address: string) => {
  const message = urlError(address)
  if (message) throw invalidField(field, message)
  const url = new URL(address)
  if (url.username || url.password)
    throw invalidField(field, 'The URL must not contain a user name or password.')
  try {
    outboundGuard(app.settings).check(url)
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalidField(field, error.message)
    throw error
  }
}

export const httpSettings = (
  app: App,
  { address }: { address: string },
  signingSecret = randomBytes(32).toString('hex'),
): ExportSettings => {
  checkAddress(app, 'address', address)
  return { destination: 'http', address, signing_secret: signingSecret }
}

const shapes = [
  ['region', regionShape, exportTexts.region],
  ['bucket', bucketShape, exportTexts.bucket],
  ['prefix', prefixShape, exportTexts.prefix],
  ['access_key_id', keyShape, exportTexts.keyShape],
  ['secret_access_key', keyShape, exportTexts.keyShape],
] as const

export const s3Settings = (app: App, given: Given<z.infer<typeof S3Settings>>): ExportSettings => {
  for (const [field, shape, message] of shapes)
    if (!shape.test(given[field])) throw invalidField(field, message)
  checkAddress(app, 'endpoint', given.endpoint)
  const { origin, pathname, search, hash } = new URL(given.endpoint)
  if (pathname !== '/' || search || hash)
    throw invalidField('endpoint', 'The endpoint is an address without a path.')
  return {
    ...given,
    destination: 's3',
    endpoint: origin,
    prefix: given.prefix.replace(/\/$/, ''),
  }
}
