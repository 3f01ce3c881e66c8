import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { lockVocabulary } from './vocabularies.sql.ts'

export const lockExisting = async (tenant: Environment, id: string) => {
  const found = await lockVocabulary(tenant, id)
  if (!found) throw notFound('transcription vocabulary')
  return found
}
