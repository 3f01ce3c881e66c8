import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange, sentBy } from '@playhead/server-kit/audit/changes.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { findUser } from '../accounts/users.sql.ts'
import type { SessionMethod } from './sessions.sql.ts'

interface SignIn {
  userId: string
  method: SessionMethod
  ssoOrganizationId?: string
}

/** A session of single sign-on opens its organization only, so no other one lists it. */
export const recordSignIn = async (
  postgres: Database,
  request: RequestFacts,
  { userId, method, ssoOrganizationId }: SignIn,
) => {
  const { email } = await findUser(postgres, userId)
  const actor: Actor = { kind: 'user', userId, email, ...sentBy(request) }
  const change = {
    action: 'user.signed_in',
    subjectId: userId,
    subjectName: email,
    detail: { method },
  } as const
  if (ssoOrganizationId === undefined) await recordPersonChange(postgres, actor, change)
  else await recordChange({ organizationId: ssoOrganizationId, postgres }, actor, change)
}
