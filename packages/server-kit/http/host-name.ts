import { isIPv6 } from 'node:net'

export interface HostName {
  /** As browsers write it: lower case, without a trailing dot, IP addresses in their shortest form. */
  name: string
  port: number | undefined
}

const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{0,5}))?$/i

/** Parses `name` or `name:port`, from a Host header or PLAYHEAD_ALLOWED_HOSTS. */
export const parseHost = (text: string): HostName | undefined => {
  const [, host = '', port] = hostForm.exec(text) ?? []
  if (host === '' || Number(port ?? 0) > 65_535) return undefined
  const url = `http://${host.replace(/\.$/, '')}`
  if (!URL.canParse(url)) return undefined
  return { name: new URL(url).hostname, port: port ? Number(port) : undefined }
}

/** A name that always resolves to the browser's own machine, so that no foreign page can use it. */
export const isLoopbackName = (name: string) =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(name)

/** The same for an address to listen on, where IPv6 has no brackets. */
export const isLoopbackAddress = (host: string) => {
  const parsed = parseHost(isIPv6(host) ? `[${host}]` : host)
  return parsed !== undefined && isLoopbackName(parsed.name)
}
