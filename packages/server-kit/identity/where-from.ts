import { cutAddress } from '@playhead/enrichment/address.ts'
import { describeUserAgent } from '@playhead/enrichment/describe-user-agent.ts'

/** The network of a session, stored instead of the address; empty when there is none. */
export const keptNetwork = (ip: string) => cutAddress(ip) ?? ''

/** The browser of a session, as text for people. */
export const browserOf = (userAgent: string) => {
  const { browser, operating_system } = describeUserAgent(userAgent, {})
  return { browser, operating_system }
}
