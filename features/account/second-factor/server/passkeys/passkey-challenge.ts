import type { App } from '@playhead/server-kit/app.ts'
import { randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { type ChallengePurpose, insertChallenge } from './passkeys.sql.ts'

/** Enough time to fetch a phone. */
const challengeMinutes = 5

/** Stored on the server, not in the browser, so that each challenge is answered once. */
export const newChallenge = async (app: App, purpose: ChallengePurpose, userId: string | null) => {
  const challenge = randomToken()
  const expiresAt = new Date(app.clock.now().getTime() + challengeMinutes * 60_000)
  const id = await insertChallenge(app.postgres, { purpose, userId, challenge, expiresAt })
  return { challenge_id: id, challenge, timeout_ms: challengeMinutes * 60_000 }
}
