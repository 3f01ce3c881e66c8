import { liveLimits } from '../../contract.ts'
import type { SimulcastTarget } from '../live-stream-facts.ts'
import type { Tries } from './use-tries.ts'

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

/** `Connection refused · try 3 of 10`; undefined unless something is wrong. */
export const failureOf = (
  { errorMessage, errorSeverity }: SimulcastTarget,
  tries: Tries | undefined,
) => {
  if (errorMessage === undefined || errorSeverity === 'fatal' || !tries || tries.failures === 0)
    return errorMessage
  return `${errorMessage.replace(/\.$/, '')} · try ${tries.failures} of ${liveLimits.simulcastFailuresMax}`
}
