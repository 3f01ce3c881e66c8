import type { MemberContext } from '@playhead/server-kit/context.ts'

export const openerOf = ({
  session,
  membership,
}: Pick<MemberContext, 'session' | 'membership'>) => ({
  userId: session.user_id,
  opensAll: membership.admin,
})
