import type { SimulcastTarget } from '../live-stream-facts.ts'

const knownServices: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)youtube\.com$/, 'YouTube'],
  [/(^|\.)(twitch\.tv|live-video\.net)$/, 'Twitch'],
  [/(^|\.)facebook\.com$/, 'Facebook'],
  [/(^|\.)(pscp\.tv|x\.com)$/, 'X'],
]

export const hostOf = (url: string) => /^[a-z]+:\/\/(?:[^/@]*@)?([^/:]+)/i.exec(url)?.[1] ?? url

/** What people call the place: the passthrough, else a well-known service, else the host. */
export const nameOf = ({ url, passthrough }: SimulcastTarget) => {
  const host = hostOf(url).toLowerCase()
  return passthrough || (knownServices.find(([pattern]) => pattern.test(host))?.[1] ?? host)
}
