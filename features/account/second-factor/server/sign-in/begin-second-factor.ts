import type { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { SecondFactorRequest } from '../../contract.ts'
import { findFactors } from '../factors.sql.ts'
import { signInMinutes } from '../limits.ts'
import { listPasskeys } from '../passkeys/passkeys.sql.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { insertPendingSignIn, type PendingSignIn } from './pending-sign-ins.sql.ts'

/** Which factors work under the current host name: a passkey works only for its own. */
const waysOf = async (
  app: App,
  request: RequestFacts,
  userId: string,
): Promise<Omit<z.input<typeof SecondFactorRequest>, 'ticket'>> => {
  const factors = await findFactors(app.postgres, userId)
  const here = relyingPartyOf(app, request)?.id
  const hosts = (await listPasskeys(app.postgres, userId)).map(({ rp_id }) => rp_id)
  const isPasskeyHere = here !== undefined && hosts.includes(here)
  return {
    methods: [
      ...(isPasskeyHere ? (['passkey'] as const) : []),
      ...(factors.authenticator_app ? (['authenticator_app'] as const) : []),
      'recovery_code',
    ],
    passkey_hosts_elsewhere: isPasskeyHere ? [] : [...new Set(hosts)],
  }
}

/** After the first proof: undefined for people without a second factor, otherwise what they must prove to open a session. */
export const beginSecondFactor = async (
  app: App,
  request: RequestFacts,
  proven: PendingSignIn,
): Promise<z.input<typeof SecondFactorRequest> | undefined> => {
  if (!(await findFactors(app.postgres, proven.user_id)).any) return undefined
  const ticket = randomToken()
  await insertPendingSignIn(app.postgres, {
    ...proven,
    tokenHash: hashToken(ticket),
    expiresAt: new Date(app.clock.now().getTime() + signInMinutes * 60_000),
  })
  return { ticket, ...(await waysOf(app, request, proven.user_id)) }
}
