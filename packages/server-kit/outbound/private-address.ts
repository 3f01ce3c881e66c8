import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The special-purpose registries of RFC 6890: none of these addresses is a host on the internet. */
const reservedIpv4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`

/** Special ranges inside 2000::/3, the public space: documentation, benchmarks and tunnels that embed an IPv4 address. */
const reservedIpv6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const listOf = (ranges: string, family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges.split(/\s+/)) {
    const [network, prefix] = range.split('/')
    list.addSubnet(network!, Number(prefix), family)
  }
  return list
}

const ipv4 = listOf(reservedIpv4, 'ipv4')
const ipv6 = listOf(reservedIpv6, 'ipv6')
const internetIpv6 = listOf('2000::/3', 'ipv6')

/** Also true for text that is not an address. */
export const isPrivateAddress = (address: string) => {
  if (isIPv4(address)) return ipv4.check(address, 'ipv4')
  if (!isIPv6(address)) return true
  return !internetIpv6.check(address, 'ipv6') || ipv6.check(address, 'ipv6')
}
