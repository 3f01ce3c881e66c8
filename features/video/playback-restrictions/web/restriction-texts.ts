import { domainShape, playbackRestrictionLimits } from '../contract.ts'
import type { Restriction } from './use-playback-restrictions.ts'

export type RestrictionRules = Pick<Restriction, 'referrer' | 'userAgent'>

export const domainsText = (domains: readonly string[]) => {
  if (domains.length === 0) return 'No site'
  if (domains.includes('*')) return 'Every site'
  return domains.join(', ')
}

export const programsText = ({
  allowNoUserAgent,
  allowHighRiskUserAgent,
}: RestrictionRules['userAgent']) => {
  const refused = [
    ...(allowNoUserAgent ? [] : ['unnamed programs']),
    ...(allowHighRiskUserAgent ? [] : ['download tools']),
  ]
  return refused.length === 0 ? 'All' : `No ${refused.join(', no ')}`
}

/** Separated by line breaks, commas or spaces. */
export const domainsIn = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

export const domainsError = (text: string) => {
  const domains = domainsIn(text)
  const { domainsMax, domainMax } = playbackRestrictionLimits
  const wrong = domains.find((one) => one.length > domainMax || !domainShape.test(one))
  if (wrong !== undefined)
    return `${wrong} is not a domain. Give domains such as example.com or *.example.com.`
  return domains.length > domainsMax ? `Give at most ${domainsMax} domains.` : undefined
}
