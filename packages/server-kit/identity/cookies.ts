import { sessionExpiry } from './session-lifetime.ts'

export const overridesCookieName = 'playhead_feature_overrides'

interface Site {
  publicUrl: string
}

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:')

/**
 * Over https the browser accepts a name that begins with `__Host-` only from this exact host and only
 * over https, so neither a page of a sibling domain nor an attacker on the network can plant one.
 */
export const privateCookieName = (site: Site, name: string) =>
  isSecure(site) ? `__Host-${name}` : name

/** Hidden from scripts. Lax: a link from another site opens signed in, a form from another site does not. */
export const privateCookie = (site: Site, name: string, value: string, maxAgeSeconds: number) =>
  `${privateCookieName(site, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure(site) ? '; Secure' : ''}`

const session = 'playhead_session'

export const sessionCookieName = (site: Site) => privateCookieName(site, session)

export const sessionCookie = (
  site: Site,
  token: string,
  { now, begunAt, method }: SessionTimes,
) => {
  const leftMs = sessionExpiry(now, begunAt, method).getTime() - now.getTime()
  return privateCookie(site, session, token, Math.max(0, Math.floor(leftMs / 1000)))
}

interface SessionTimes {
  now: Date
  begunAt: Date
  method: string
}

export const endedSessionCookie = (site: Site) => privateCookie(site, session, '', 0)

/** Not `trim`, which also removes \xa0: a browser lets a sibling domain set `\xa0__Host-…`. */
const withoutIndent = (text: string) => text.replace(/^[ \t]+/, '')

export const readCookies = (header: string | undefined): Record<string, string> => {
  const cookies: Record<string, string> = {}
  for (const part of header?.split(';') ?? []) {
    const [name, value] = withoutIndent(part).split(/=(.*)/s)
    if (name && value !== undefined) cookies[name] = decode(value.trim())
  }
  return cookies
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
