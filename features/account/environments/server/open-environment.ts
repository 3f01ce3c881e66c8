import { notFound } from '@playhead/contract-kit/errors.ts'
import type { MemberContext } from '@playhead/server-kit/context.ts'
import { findOpenEnvironment } from './environments.sql.ts'
import { openerOf } from './opener-of.ts'

export const openEnvironment = async (
  context: Pick<MemberContext, 'organization' | 'session' | 'membership'>,
  id: string,
) => {
  const found = await findOpenEnvironment(context.organization, openerOf(context), id)
  if (!found) throw notFound('environment')
  return found
}
