import { cutAddress, isPublicAddress, parseAddress } from './address.ts'
import { clientHintHeaders, type ClientHints } from './client-hints.ts'
import { describeUserAgent } from './describe-user-agent.ts'
import { NetworkTable } from './network-table.ts'
import { nowhere, Places } from './places.ts'
import { RecentlyUsed } from './recently-used.ts'
import type { RequestContext } from './request-context.ts'

interface RequestSource {
  /** From the socket or the proxy. */
  address: string
  userAgent: string
  /** May be all request headers: others are not read. */
  clientHints: ClientHints
}

export interface Enrichment {
  describe(source: RequestSource): RequestContext
}

const rememberedAddresses = 20_000
const rememberedUserAgents = 5_000
/** Longer texts are not addresses, and would fill the cache. */
const addressMax = 64
const keyMax = 1_500

/** Loads the location and network data: 0.4 s in steps of a few milliseconds, best started while the engines start. */
export const openEnrichment = async (
  options: { cityDatabase?: string } = {},
): Promise<Enrichment> => {
  const [places, networks] = await Promise.all([
    Places.open(options.cityDatabase),
    NetworkTable.load(),
  ])
  const byAddress = new RecentlyUsed<ReturnType<typeof locate>>(rememberedAddresses)
  const byUserAgent = new RecentlyUsed<ReturnType<typeof describeUserAgent>>(rememberedUserAgents)

  function locate(text: string) {
    const address = parseAddress(text)
    const network = address && isPublicAddress(address) ? networks.find(address) : null
    return {
      ...(address ? places.find(address) : nowhere),
      asn: network?.number ?? null,
      asn_name: network?.name ?? null,
      ip_prefix: cutAddress(text),
    }
  }

  return {
    describe: ({ address, userAgent, clientHints }) => ({
      ...byAddress.answer(address.slice(0, addressMax), locate),
      ...byUserAgent.answer(deviceKey(userAgent, clientHints), () =>
        describeUserAgent(userAgent, clientHints),
      ),
    }),
  }
}

function deviceKey(userAgent: string, hints: ClientHints): string {
  let key = userAgent.slice(0, 500)
  for (const name of clientHintHeaders) {
    const value = hints[name]
    if (value !== undefined) key += `\n${name}${String(value)}`
  }
  return key.slice(0, keyMax)
}
