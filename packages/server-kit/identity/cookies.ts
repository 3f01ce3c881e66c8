export const sessionCookieName = 'playhead_session'
export const overridesCookieName = 'playhead_feature_overrides'
export const sessionLifetimeDays = 30

export const readCookies = (header: string | undefined): Record<string, string> => {
  const cookies: Record<string, string> = {}
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.split(/=(.*)/s)
    if (name && value !== undefined) cookies[name.trim()] = decode(value.trim())
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

/** Lax: a link from elsewhere opens signed in, a form from elsewhere does not act. */
export const sessionCookie = (token: string, isSecure: boolean) =>
  `${sessionCookieName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${sessionLifetimeDays * 86_400}${isSecure ? '; Secure' : ''}`

export const endedSessionCookie = `${sessionCookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
