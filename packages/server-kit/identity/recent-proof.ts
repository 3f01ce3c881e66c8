import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '../app.ts'
import type { SessionRow } from './identity.sql.ts'

const proofMinutes = 10

/**
 * For changes to how a person signs in: a borrowed session must not become a takeover.
 * The dashboard reacts to the refusal with a dialog and repeats the call. docs/adr/0046
 */
export const requireRecentProof = (app: Pick<App, 'clock'>, session: SessionRow) => {
  const oldest = app.clock.now().getTime() - proofMinutes * 60_000
  if (!session.proved_at || session.proved_at.getTime() <= oldest)
    throw new ApiError('proof_required')
}
