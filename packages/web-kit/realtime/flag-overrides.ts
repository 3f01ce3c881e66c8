import { sessionStore } from '../session/session-store.ts'

const cookiePrefix = 'playhead_feature_overrides='

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** What a connection says about flags that staff override: the server reads no cookie of it. RTCH-027 */
export const flagOverrides = (): { overrides?: string } => {
  if (!sessionStore.getState().session?.currentUser.internal) return {}
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(cookiePrefix))
  const overrides = cookie === undefined ? undefined : decoded(cookie.slice(cookiePrefix.length))
  return overrides ? { overrides } : {}
}
