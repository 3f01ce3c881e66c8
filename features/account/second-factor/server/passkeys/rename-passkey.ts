import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { trail } from '../change-factors.ts'
import { findPasskey, updatePasskeyName } from './passkeys.sql.ts'
import { presentPasskey } from './present-passkey.ts'

/** A name does not change how this person signs in, so no new proof is needed. */
export const renamePasskey: Handlers<typeof secondFactor>['renamePasskey'] = async (changer) => {
  const { app, session, params, body } = changer
  const before = await findPasskey(app.postgres, session.user_id, params.id)
  if (!before) throw notFound('passkey')
  return app.postgres.transaction(async (transaction) => {
    await updatePasskeyName(transaction, session.user_id, params.id, body.passkey.name)
    await trail(changer, transaction, {
      action: 'passkey.renamed',
      subjectId: before.id,
      subjectName: body.passkey.name,
      detail: { from: before.name },
    })
    return { data: presentPasskey({ ...before, name: body.passkey.name }) }
  })
}
