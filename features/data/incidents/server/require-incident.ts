import { notFound } from '@playhead/contract-kit/errors.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import { findIncident } from './incidents.sql.ts'

export const requireIncident = async ({ environment }: EnvironmentContext, id: string) => {
  const found = await findIncident(environment, id)
  if (!found) throw notFound('incident')
  return found
}
