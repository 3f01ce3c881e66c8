import { forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { changeEmail, updateNames } from '@playhead/features/account/sign-in/server'
import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { profile } from '../contract.ts'
import { findMember } from './profile.sql.ts'
import { presentUser } from './present-user.ts'
import { updateAdminStatus } from './update-admin-status.ts'

/** Name and address belong to the person; an admin can change only their role. */
const requireColleague = async (member: MemberContext | undefined, userId: string) => {
  if (!member || !(await findMember(member.organization, userId))) throw notFound('user')
  if (!member.membership.admin) throw forbidden()
}

/** ACCT-002, ACCT-032 */
export const updateUser: Handlers<typeof profile>['update'] = async ({
  app,
  request,
  session,
  member,
  params,
  body,
}) => {
  const {
    first_name: firstName,
    last_name: lastName,
    email,
    organization_admin: isAdmin,
  } = body.user
  const isSelf = params.id === session.user_id
  const isPersonal = firstName !== undefined || lastName !== undefined || email !== undefined
  if (!isSelf) await requireColleague(member, params.id)
  if (!isSelf && isPersonal) throw forbidden('People can change only their own name and address.')
  await refuseWhileReadOnly(app)
  if (isAdmin !== undefined) {
    if (!member) throw notFound('user')
    await updateAdminStatus(app, member, actorOf(session, request), { userId: params.id, isAdmin })
  }
  if (email !== undefined) await changeEmail(app, session, normalizeEmail(email))
  if (isPersonal) await updateNames(app.postgres, params.id, { firstName, lastName })
  return { data: await presentUser(app, member?.organization, params.id) }
}
