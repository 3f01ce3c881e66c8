import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { requireOwner, mail, removeFactor, trail } from '../change-factors.ts'
import { deleteAuthenticatorApp } from './authenticator-app.sql.ts'

export const removeAuthenticatorApp: Handlers<
  typeof secondFactor
>['removeAuthenticatorApp'] = async (changer) => {
  await requireOwner(changer)
  await removeFactor(changer, async (transaction) => {
    if (!(await deleteAuthenticatorApp(transaction, changer.session.user_id)))
      throw notFound('authenticator app')
    await trail(changer, transaction, {
      action: 'authenticator_app.removed',
      subjectName: changer.session.email,
    })
  })
  mail(changer, 'An authenticator app was removed')
  return undefined
}
