import type { App } from '@playhead/server-kit/app.ts'
import { allowedHosts, isForThisMachine } from '@playhead/server-kit/http/allowed-hosts.ts'
import { isLoopbackAddress, isLoopbackName } from '@playhead/server-kit/http/host-name.ts'
import { ok, warning } from './finding.ts'

type Settings = App['settings']

export const checkPublicAddress = ({
  settings: { publicUrl, host, trustsProxy },
}: {
  settings: Pick<Settings, 'publicUrl' | 'host' | 'trustsProxy'>
}) => {
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = isLoopbackName(hostname)
  if (isLocal && !isLoopbackAddress(host))
    return warning(
      `The program listens on ${host}, but its links say ${publicUrl}: set PLAYHEAD_PUBLIC_URL to the address people use.`,
    )
  if (!isLocal && protocol === 'http:')
    return warning(
      `${publicUrl} is not encrypted: passwords and cookies can be read in transit. Use https.`,
    )
  if (protocol === 'https:' && !trustsProxy)
    return warning(
      `${publicUrl} is served through a proxy, but PLAYHEAD_TRUST_PROXY is not set: all visitors count as one.`,
    )
  return ok(`${publicUrl}.`)
}

/** What to check when a monitor or proxy gets 421. */
export const checkHosts = ({ settings }: { settings: Settings }) => {
  const { names } = allowedHosts(settings)
  return ok(`Accepted: ${[...names, 'localhost', 'loopback addresses'].join(', ')}.`)
}

export const checkDemo = ({ settings }: { settings: Settings }) => {
  if (settings.publicDemo !== undefined)
    return ok('Public: visitors can look at it without signing in, but not change it.')
  if (!settings.isDemo) return ok('Off.')
  return isForThisMachine(settings)
    ? ok('On, for this machine alone.')
    : warning(
        'On, although others can reach this server; its sign-in is shown in the terminal only. Start with PLAYHEAD_DEMO=0 once you no longer need it.',
      )
}

export const checkOutboundCalls = ({
  settings: { openedAddresses },
}: {
  settings: Pick<Settings, 'openedAddresses'>
}) => {
  if (openedAddresses === false) return ok('To public addresses only.')
  if (openedAddresses === true)
    return warning(
      'PLAYHEAD_ALLOW_PRIVATE_ADDRESSES=1 lets anyone who can enter an address, such as that of a webhook, call this machine and its whole network. List what is needed instead, such as sso.intranet,10.8.0.0/16.',
    )
  return ok(`To public addresses and to ${openedAddresses.join(', ')}.`)
}
