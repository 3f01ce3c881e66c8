import { forbidden } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { waysToProve } from './ways-to-prove.ts'

export const requireProofKind = async (
  app: App,
  session: SessionRow,
  kind: 'password' | 'code',
) => {
  const ways = await waysToProve(app, session)
  if (ways.kinds.includes(kind)) return ways
  throw forbidden(
    kind === 'password'
      ? 'Confirm with your second factor, or sign in through your provider.'
      : 'You have no second factor.',
  )
}
