import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { annotations } from '../contract.ts'
import { findAnnotation } from './annotations.sql.ts'
import { presentAnnotation } from './present-annotation.ts'

export const retrieveAnnotation: Handlers<typeof annotations>['retrieve'] = async ({
  environment,
  params,
}) => {
  const found = await findAnnotation(environment, params.id)
  if (!found) throw notFound('annotation')
  return { data: presentAnnotation(found) }
}
