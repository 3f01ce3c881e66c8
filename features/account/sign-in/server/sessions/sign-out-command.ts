import { z } from 'zod'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { findUserByEmail } from '../accounts/users.sql.ts'
import { endSignIns } from './end-sign-ins.ts'

export const signOutCommand = command({
  name: 'user sign-out',
  summary: 'End every session of a person',
  options: z.object({ email: z.string().describe('The address of the account') }),
  async run(app, options) {
    const user = await findUserByEmail(app.postgres, normalizeEmail(options.email))
    if (!user) throw notFound('account')
    const ended = await app.postgres.transaction(async (transaction) => {
      const count = await endSignIns(transaction, user.id)
      await recordPersonChange(transaction, operatorActor, {
        action: 'user.signed_out',
        subjectId: user.id,
        subjectName: user.email,
      })
      return count
    })
    return { email: user.email, ended }
  },
})
