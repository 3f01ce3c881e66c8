import type { RestrictionRow } from '../playback.sql.ts'

/** Programs that download rather than play; these usually keep a copy. */
const highRisk =
  /\b(curl|wget|aria2|axel|httpie|python|scrapy|java|okhttp|apache-httpclient|go-http-client|libwww|lwp|perl|ruby|php|node-fetch|axios|undici|postman|insomnia|youtube-dl|yt-dlp|streamlink|lavf|ffmpeg|vlc|libvlc|gstreamer|mpv|jdownloader|bot|crawler|spider|headlesschrome|phantomjs)\b/i

const hostOf = (referrer: string) => {
  try {
    return new URL(referrer).hostname.toLowerCase()
  } catch {
    return undefined
  }
}

/** `*.example.com` matches every subdomain of example.com, `*` every host. */
const isAllowedHost = (host: string, domains: readonly string[]) =>
  domains.some((given) => {
    const domain = given.toLowerCase()
    if (domain === '*') return true
    return domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain
  })

export const allowsViewer = (
  restriction: RestrictionRow,
  viewer: { referrer: string | undefined; userAgent: string | undefined },
) => {
  const { referrer, userAgent } = viewer
  const host = referrer ? hostOf(referrer) : undefined
  if (referrer) {
    if (host === undefined || !isAllowedHost(host, restriction.allowed_domains)) return false
  } else if (!restriction.allows_no_referrer) return false
  if (!userAgent?.trim()) return restriction.allows_no_user_agent
  return restriction.allows_high_risk_user_agent || !highRisk.test(userAgent)
}
