import type { Settings } from '../settings/settings.ts'
import { type HostName, isLoopbackAddress, isLoopbackName } from './host-name.ts'

type Reachable = Pick<Settings, 'port' | 'publicUrl' | 'allowedHosts'>

export interface AllowedHosts {
  /** All names except loopback, for messages to people. */
  names: string[]
  /** Ignores ports: an attacker's page that rebinds a host name has the wrong name at every port. */
  answers(host: HostName): boolean
  /** Compares ports: all ports of a host share cookies, so another port may be another program. */
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

  /** Once the public URL uses https, plain http is not trusted. */
  const doorsOf = ({ port }: HostName): Door[] => {
    if (port !== undefined) return [{ protocol: publicDoor.protocol, port }]
    return publicDoor.protocol === 'https:' ? [publicDoor] : [publicDoor, directDoor]
  }
  /** Loopback traffic does not pass a network, so http is safe. */
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

/** According to the settings, only this machine can reach the server. */
export const isForThisMachine = ({
  host,
  publicUrl,
  allowedHosts,
  trustsProxy,
}: Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts' | 'trustsProxy'>) =>
  isLoopbackAddress(host) &&
  !trustsProxy &&
  [nameOf(new URL(publicUrl)), ...allowedHosts.map(({ name }) => name)].every(isLoopbackName)
