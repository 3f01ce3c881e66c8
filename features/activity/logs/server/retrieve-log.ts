import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { logs } from '../contract.ts'
import { isUuid } from '@playhead/server-kit/identity/caller.ts'
import { findEnvironmentName } from './environment-name.sql.ts'
import { findLogRow } from './logs.sql.ts'
import { presentLogDetail } from './present-log.ts'
import { productsOf } from './products-of.ts'

export const retrieveLog: Handlers<typeof logs>['retrieve'] = async ({
  environment,
  caller,
  params,
}) => {
  if (!isUuid(params.id)) throw notFound('call')
  const [row, name] = await Promise.all([
    findLogRow(environment, params.id, productsOf({ caller })),
    findEnvironmentName(environment),
  ])
  if (!row) throw notFound('call')
  return { data: presentLogDetail(row, { id: environment.id, name }) }
}
