import type { Settings } from '../settings.ts'
import { type HostName, isLoopbackAddress, isLoopbackName } from './host-name.ts'

type Reachable = Pick<Settings, 'port' | 'publicUrl' | 'allowedHosts'>

export interface AllowedHosts {
  /** The names besides those of loopback, for people to read. */
  names: string[]
  /** Ports do not count: a page that stands behind a name of its own has the wrong one at every port. */
  answers(host: HostName): boolean
  /** Ports count: cookies are shared by all ports of a name, so another port is another program. */
  trusts(origin: string): boolean
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

interface Door {
  protocol: string
  port: number
}

const doorOf = ({ protocol, port }: URL): Door => ({
  protocol,
  port: Number(port) || (defaultPorts[protocol] ?? 0),
})

const nameOf = ({ hostname }: URL) => hostname.replace(/\.$/, '')

/** The one list of hosts under which dashboard, API and documents answer. docs/adr/0045 */
export const allowedHosts = (settings: Reachable): AllowedHosts => {
  const publicUrl = new URL(settings.publicUrl)
  const own = { name: nameOf(publicUrl), port: undefined }
  const listed: HostName[] = [own, ...settings.allowedHosts]
  const publicDoor = doorOf(publicUrl)
  const directDoor = { protocol: 'http:', port: settings.port }

  /** Nothing unencrypted is trusted once people come by https. */
  const doorsOf = ({ port }: HostName): Door[] => {
    if (port !== undefined) return [{ protocol: publicDoor.protocol, port }]
    return publicDoor.protocol === 'https:' ? [publicDoor] : [publicDoor, directDoor]
  }
  /** What goes to this machine passes no network. */
  const loopbackDoors: Door[] = [
    directDoor,
    ...(isLoopbackName(own.name) ? [publicDoor] : []),
    ...settings.allowedHosts.flatMap(({ name, port }) =>
      isLoopbackName(name) && port !== undefined ? [{ protocol: 'http:', port }] : [],
    ),
  ]
  const doorsAt = (name: string) =>
    isLoopbackName(name)
      ? loopbackDoors
      : listed.filter((one) => one.name === name).flatMap(doorsOf)

  return {
    names: [...new Set(listed.map(({ name }) => name))].filter((name) => !isLoopbackName(name)),
    answers: ({ name }) => isLoopbackName(name) || listed.some((one) => one.name === name),
    trusts: (origin) => {
      const url = URL.canParse(origin) ? new URL(origin) : undefined
      if (url?.origin !== origin) return false
      const door = doorOf(url)
      return doorsAt(nameOf(url)).some(
        ({ protocol, port }) => protocol === door.protocol && port === door.port,
      )
    },
  }
}

/** Nobody but this machine reaches the server, as far as its settings tell. */
export const isForThisMachine = ({
  host,
  publicUrl,
  allowedHosts,
  trustsProxy,
}: Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts' | 'trustsProxy'>) =>
  isLoopbackAddress(host) &&
  !trustsProxy &&
  [nameOf(new URL(publicUrl)), ...allowedHosts.map(({ name }) => name)].every(isLoopbackName)
