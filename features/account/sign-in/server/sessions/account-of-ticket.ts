import { findPendingSignIn } from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'

interface Asked {
  app: App
  body: { session: { ticket?: string | null | undefined } }
}

/** The person who has proved the first factor. */
export const accountOfTicket = async ({ app, body }: Asked) => {
  const { ticket } = body.session
  if (!ticket) return undefined
  return (await findPendingSignIn(app.postgres, hashToken(ticket), app.clock.now()))?.user_id
}
