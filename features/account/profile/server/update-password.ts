import { notFound } from '@playhead/contract-kit/errors.ts'
import { changePassword } from '@playhead/features/account/sign-in/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { profile } from '../contract.ts'

/** ACCT-004 */
export const updatePassword: Handlers<typeof profile>['updatePassword'] = async ({
  app,
  request,
  session,
  params,
  body,
}) => {
  if (params.id !== session.user_id) throw notFound('user')
  await refuseWhileReadOnly(app)
  await changePassword(app, request, session, {
    current: body.user.current_password,
    wanted: body.user.password,
    confirmation: body.user.password_confirmation,
  })
  return undefined
}
