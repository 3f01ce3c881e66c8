import { forbidden } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { actorOf, type Change } from '@playhead/server-kit/audit/changes.ts'
import type { Person, RequestFacts } from '@playhead/server-kit/context.ts'
import { endOtherSessions } from '@playhead/server-kit/identity/end-sessions.ts'
import { requireRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { findFactors, lockPerson, markSession, unmarkSessions } from './factors.sql.ts'
import { type FactorChange, factorChangedMail } from './mails/factor-changed-mail.ts'
import { makeRecoveryCodes } from './recovery-codes/make-recovery-codes.ts'
import { deleteRecoveryCodes } from './recovery-codes/recovery-codes.sql.ts'

interface Changer extends Person {
  app: App
  request: RequestFacts
}

/**
 * An organization's admin runs its provider and could make it name any person: a single sign-on session
 * must not add a passkey that opens the person's other organizations.
 */
export const requireOwner = async ({ app, session }: Changer) => {
  if (session.method === 'sso')
    throw forbidden('Sign in with your password, GitHub or a passkey to change this.')
  await refuseWhileReadOnly(app)
  requireRecentProof(app, session)
}

export const trail = (
  { session, request }: Changer,
  transaction: Database,
  change: Omit<Change, 'subjectId'> & { subjectId?: string },
) =>
  recordPersonChange(
    transaction,
    actorOf(session, request),
    { subjectId: session.user_id, ...change },
    session.user_id,
  )

export const mail = ({ app, session }: Changer, change: FactorChange) =>
  app.afterResponse.run('notice of a second factor', () =>
    app.mailer.send(factorChangedMail(session.email, app.settings.publicUrl, change)),
  )

/**
 * Adds a factor and returns the recovery codes that come with the first one. Older sessions were opened
 * with the password alone, so they end; this one continues.
 */
export const addFactor = (
  { app, session }: Changer,
  add: (transaction: Database) => Promise<void>,
) =>
  app.postgres.transaction(async (transaction) => {
    await lockPerson(transaction, session.user_id)
    const isFirst = !(await findFactors(transaction, session.user_id)).any
    await add(transaction)
    if (!isFirst) return []
    await endOtherSessions(transaction, session.user_id, session.id)
    await markSession(transaction, session.id, app.clock.now())
    return makeRecoveryCodes(app, transaction, session.user_id)
  })

/** With the last factor the recovery codes are deleted, and every session counts as proven by the password alone. */
export const removeFactor = (
  { app, session }: Changer,
  remove: (transaction: Database) => Promise<void>,
) =>
  app.postgres.transaction(async (transaction) => {
    await lockPerson(transaction, session.user_id)
    await remove(transaction)
    if ((await findFactors(transaction, session.user_id)).any) return
    await deleteRecoveryCodes(transaction, session.user_id)
    await unmarkSessions(transaction, session.user_id)
  })
