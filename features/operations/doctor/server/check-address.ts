import { findDemoSignIn } from '@playhead/server-kit/server-state.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { ok, warning } from './finding.ts'
import { isLocalAddress } from './is-local-address.ts'

type Settings = App['settings']

export const checkPublicAddress = ({
  settings: { publicUrl, host, trustsProxy },
}: {
  settings: Pick<Settings, 'publicUrl' | 'host' | 'trustsProxy'>
}) => {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = isLocalAddress(hostname)
  if (isLocal && !isLocalAddress(host))
    return warning(
      `The program listens on ${host}, but its links say ${publicUrl}: set PLAYHEAD_PUBLIC_URL to the address people use.`,
    )
  if (!isLocal && protocol === 'http:')
    return warning(
      `${publicUrl} is not encrypted: passwords and cookies can be read on their way. Use https.`,
    )
  if (protocol === 'https:' && !trustsProxy)
    return warning(
      `${publicUrl} is served through a proxy, but PLAYHEAD_TRUST_PROXY is not set: all visitors count as one.`,
    )
  return ok(`${publicUrl}.`)
}

export const checkDemo = async ({
  settings,
  postgres,
}: {
  settings: Pick<Settings, 'isDemo' | 'host' | 'publicUrl'>
  postgres: App['postgres']
}) => {
  if (!settings.isDemo) return ok('Off.')
  if (isLocalAddress(settings.host) && isLocalAddress(new URL(settings.publicUrl).hostname))
    return ok('On, for this machine alone.')
  return (await findDemoSignIn(postgres))
    ? warning(
        'On, and others reach this server: the demo sign-in is shown to every visitor. Change its password, or start with PLAYHEAD_DEMO=0.',
      )
    : warning('On, although others reach this server: start with PLAYHEAD_DEMO=0.')
}
