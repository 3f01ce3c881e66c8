import { isIP } from 'node:net'

/** Four groups of 8 bits or eight of 16; an IPv4 address mapped into IPv6 becomes the IPv4 address. */
export type Address = { family: 4; groups: number[] } | { family: 6; groups: number[] }

/** Accepts what sockets and proxies send: brackets, ports, zones and mapped addresses; null for anything else. */
export const parseAddress = (text: string): Address | null => {
  const bare = strip(text)
  const family = isIP(bare)
  if (family === 4) return { family, groups: bare.split('.').map(Number) }
  if (family !== 6) return null
  const groups = ipv6Groups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return { family: 6, groups }
  const low = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
  return { family: 4, groups: low }
}

/** 203.0.113.0/24 or 2001:db8:aa::/48: only this prefix of an address is stored. */
export const cutAddress = (text: string): string | null => {
  const address = parseAddress(text)
  if (!address) return null
  if (address.family === 4) return `${address.groups.slice(0, 3).join('.')}.0/24`
  const kept = address.groups.slice(0, 3)
  while (kept.at(-1) === 0) kept.pop()
  return `${kept.map((group) => group.toString(16)).join(':')}::/48`
}

export const formatAddress = ({ family, groups }: Address): string => {
  return family === 4 ? groups.join('.') : groups.map((group) => group.toString(16)).join(':')
}

/** False for addresses without a location: private, loopback, link-local, shared, documentation, multicast. */
export const isPublicAddress = ({ family, groups: [a = 0, b = 0, c = 0] }: Address): boolean => {
  if (family === 6) {
    const isDocumentation = a === 0x2001 && b === 0xdb8
    return a >= 0x2000 && a < 0x4000 && !isDocumentation
  }
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100) return b < 64 || b > 127
  if (a === 169) return b !== 254
  if (a === 172) return b < 16 || b > 31
  if (a === 192) return b !== 168 && !(b === 0 && (c === 0 || c === 2))
  if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100)
  return !(a === 203 && b === 0 && c === 113)
}

function strip(text: string): string {
  const bare = text.trim().slice(0, 64)
  const [, bracketed, port] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(bare) ?? []
  return (bracketed ?? port ?? bare).replace(/%.*$/, '')
}

function ipv6Groups(text: string): number[] {
  const [, dottedStart, dotted] = /^(.*:)([\d.]+\.[\d.]+)$/.exec(text) ?? []
  if (dotted !== undefined) {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
    return ipv6Groups(`${dottedStart}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`)
  }
  const [head = '', tail] = text.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(gap).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}
