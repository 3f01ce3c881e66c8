import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { deliveryUsage } from '../../contract.ts'
import { deliverySourceAt } from './delivery-source.ts'
import { findEnvironmentName, listPlayedPeriods } from './played-periods.sql.ts'

export const retrieveDeliverySource: Handlers<typeof deliveryUsage>['retrieveSource'] = async ({
  app,
  organization,
  params,
}) => {
  if (!(await findEnvironmentName(organization, params.id))) throw notFound('environment')
  const { postgres } = organization
  const periods = await listPlayedPeriods({ id: params.id, postgres })
  return { data: deliverySourceAt(periods, app.clock.now()) }
}
