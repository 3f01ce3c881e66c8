import { isIPv6 } from 'node:net'

export interface HostName {
  /** As browsers write it: lower case, without the dot at the end, addresses in their shortest form. */
  name: string
  port: number | undefined
}

const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{0,5}))?$/i

/** `name` or `name:port`, as a Host header and PLAYHEAD_ALLOWED_HOSTS say it. */
export const parseHost = (text: string): HostName | undefined => {
  const [, host = '', port] = hostForm.exec(text) ?? []
  if (host === '' || Number(port ?? 0) > 65_535) return undefined
  const url = `http://${host.replace(/\.$/, '')}`
  if (!URL.canParse(url)) return undefined
  return { name: new URL(url).hostname, port: port ? Number(port) : undefined }
}

/** A name that leads every browser to its own machine, so that nobody else's page can stand behind it. */
export const isLoopbackName = (name: string) =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(name)

/** The same for an address to listen on, where IPv6 stands without brackets. */
export const isLoopbackAddress = (host: string) => {
  const parsed = parseHost(isIPv6(host) ? `[${host}]` : host)
  return parsed !== undefined && isLoopbackName(parsed.name)
}
