import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { outboundGuard, OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'
import type { LiveStreamOptions } from '../../contract.ts'
import type { TargetRow } from './target-row.ts'

type Asked = NonNullable<LiveStreamOptions['simulcast_targets']>[number]

const refuse = (why: string) => invalidField('url', `url: ${why}`)

const checkAddress = ({ settings }: Pick<App, 'settings'>, given: string) => {
  const scheme = /^rtmps?:\/\//i.exec(given)?.[0]
  // As a web address its host is read as it is connected to: 0x7f.1 is 127.0.0.1.
  const asWeb = scheme && `http://${given.slice(scheme.length)}`
  if (!asWeb || !URL.canParse(asWeb))
    throw refuse('give an address that begins with rtmp:// or rtmps://')
  const url = new URL(asWeb)
  if (url.username || url.password) throw refuse('give the key as stream_key, not in the address')
  if (url.pathname === '/') throw refuse('the address names the application, such as /app')
  try {
    outboundGuard(settings).check(url)
  } catch (error) {
    if (error instanceof OutboundRefused) throw refuse(error.message)
    throw error
  }
}

/** The row of a target; its address is checked again when it is connected to. */
export const readTarget = (
  app: Pick<App, 'settings' | 'vault'>,
  { url, stream_key: key, passthrough }: Asked,
): Pick<TargetRow, 'url' | 'key_sealed' | 'passthrough'> => {
  checkAddress(app, url)
  return { url, key_sealed: key ? app.vault.seal(key) : null, passthrough: passthrough || null }
}
