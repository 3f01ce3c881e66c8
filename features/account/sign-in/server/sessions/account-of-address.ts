import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { findUserByEmail } from '../accounts/users.sql.ts'

export type Create = Handlers<typeof signIn>['create']

export const accountOfAddress = async ({ app, body }: Parameters<Create>[0]) =>
  (await findUserByEmail(app.postgres, normalizeEmail(body.session.email)))?.id
