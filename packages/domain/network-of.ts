const brackets = /^\[([^\]]*)\](?::\d+)?$/
const ipv4WithPort = /^(\d+(?:\.\d+){3})(?::\d+)?$/
const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/

const bareAddress = (text: string) => {
  const bare = text.trim()
  return (brackets.exec(bare)?.[1] ?? ipv4WithPort.exec(bare)?.[1] ?? bare).replace(/%.*$/, '')
}

const dotted = (high: string, low: string) =>
  [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')

const firstGroups = (ipv6: string) => {
  const [head = '', tail = ''] = ipv6.split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array<string>(8 - before!.length - after!.length).fill('0')
  return [...before!, ...zeros, ...after!].slice(0, 4)
}

/**
 * The unit for rate limits: an IPv4 address, or the /64 of an IPv6 address, because one connection gets a whole /64 and
 * may use any address in it. Text that is no address counts as itself.
 */
export const networkOf = (ip: string) => {
  const bare = bareAddress(ip)
  const url = `http://[${bare}]`
  if (!bare.includes(':') || !URL.canParse(url)) return bare.toLowerCase()
  // URLs have a canonical form, whatever the socket or proxy sent.
  const written = new URL(url).hostname.slice(1, -1)
  const [, high, low] = mapped.exec(written) ?? []
  if (high && low) return dotted(high, low)
  const groups = firstGroups(written)
  while (groups.at(-1) === '0') groups.pop()
  return `${groups.join(':')}::/64`
}
