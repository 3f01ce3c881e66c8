import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { requireOwner, mail, removeFactor, trail } from '../change-factors.ts'
import { deletePasskey, findPasskey } from './passkeys.sql.ts'

export const removePasskey: Handlers<typeof secondFactor>['removePasskey'] = async (changer) => {
  const { app, session, params } = changer
  if (!(await findPasskey(app.postgres, session.user_id, params.id))) throw notFound('passkey')
  await requireOwner(changer)
  await removeFactor(changer, async (transaction) => {
    const removed = await deletePasskey(transaction, session.user_id, params.id)
    if (!removed) throw notFound('passkey')
    await trail(changer, transaction, {
      action: 'passkey.removed',
      subjectId: removed.id,
      subjectName: removed.name,
    })
  })
  mail(changer, 'A passkey was removed')
  return undefined
}
