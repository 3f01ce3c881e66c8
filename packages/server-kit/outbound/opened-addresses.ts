import { BlockList, isIP, isIPv4 } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: none, all, or these names, addresses and networks. */
export type OpenedAddresses = boolean | readonly string[]

/** Metadata services, from which cloud machines get credentials. IPv6 addresses that embed such an address are included. */
const metadataNetworks = `169.254.0.0/16 100.100.100.200/32 192.0.0.192/32 168.63.129.16/32 fe80::a9fe:0/112
  fd00:ec2::/32 fd20:ce::254/128 64:ff9b::169.254.0.0/112 64:ff9b::100.100.100.200/128 ::169.254.0.0/112
  ::100.100.100.200/128 2002:a9fe::/32 2002:6464:64c8::/48`

const metadataNames = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.tencentyun.com',
])

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

const addTo = (list: BlockList, entry: string) => {
  const [network = '', prefix] = entry.split('/')
  const family = familyOf(network)
  list.addSubnet(network, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
}

const listOf = (entries: readonly string[]) => {
  const list = new BlockList()
  for (const entry of entries) addTo(list, entry)
  return list
}

const metadata = listOf(metadataNetworks.split(/\s+/))

const isNetwork = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0

const nameOf = (host: string) => host.toLowerCase().replace(/\.$/, '')

const isIn = (list: BlockList, address: string) => {
  // The zone only names the network interface.
  const [plain = ''] = address.split('%')
  return list.check(plain, familyOf(plain))
}

/** Never called, even if all private addresses are allowed. */
export const isMetadata = (hostOrAddress: string) =>
  isIP(hostOrAddress) === 0
    ? metadataNames.has(nameOf(hostOrAddress))
    : isIn(metadata, hostOrAddress)

/** Which resolved addresses of a host may be called. */
export const opensWhat = (opened: OpenedAddresses) => {
  const entries = typeof opened === 'boolean' ? [] : opened
  const networks = listOf(entries.filter(isNetwork))
  const names = new Set(entries.filter((entry) => !isNetwork(entry)).map(nameOf))
  const isOpened = (host: string, address = host) =>
    opened === true || names.has(nameOf(host)) || (isIP(address) !== 0 && isIn(networks, address))
  return {
    isOpened,
    mayReach: (host: string, address: string) =>
      !isMetadata(host) &&
      !isMetadata(address) &&
      (!isPrivateAddress(address) || isOpened(host, address)),
  }
}

const nameForm =
  /^(?=.{1,253}\.?$)[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*\.?$/i

const isPrefix = (prefix: string | undefined, bits: number) =>
  prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)

/** The message with which the start is refused, for an invalid entry. */
export const unreadableEntry = (entry: string) => {
  const [network = '', prefix, ...rest] = entry.split('/')
  const version = isIP(network)
  const isReadable =
    version === 0
      ? // A name never ends in digits alone: that would be a malformed address.
        prefix === undefined && nameForm.test(entry) && !/(^|\.)\d+\.?$/.test(entry)
      : rest.length === 0 && isPrefix(prefix, version === 4 ? 32 : 128) && !network.includes('%')
  if (!isReadable)
    return `names ${JSON.stringify(entry)}, which is no host name, address or network`
  if (prefix === undefined && isMetadata(entry)) return `names ${entry}, which is never called`
  return undefined
}
