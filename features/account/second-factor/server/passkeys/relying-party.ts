import { isIP } from 'node:net'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'

/** Requests from foreign origins are refused before any handler runs. */
const placeOf = (app: App, request: RequestFacts) =>
  new URL(request.header('origin') ?? app.settings.publicUrl)

/** A passkey belongs to the host name in the browser's address bar; browsers create none for an IP address. */
export const relyingPartyOf = (app: App, request: RequestFacts) => {
  const { origin, hostname } = placeOf(app, request)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : undefined
}

export const requireRelyingParty = (app: App, request: RequestFacts) => {
  const party = relyingPartyOf(app, request)
  if (party) return party
  throw new ApiError('invalid_parameters', {
    messages: [
      'Passkeys do not work on an IP address. Open Playhead by a name, such as localhost.',
    ],
  })
}
