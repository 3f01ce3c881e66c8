import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { transcriptionVocabularies } from '../contract.ts'
import { presentVocabulary } from './present-vocabulary.ts'
import { findVocabulary } from './vocabularies.sql.ts'

export const retrieveTranscriptionVocabulary: Handlers<
  typeof transcriptionVocabularies
>['retrieve'] = async ({ environment, params }) => {
  const found = await findVocabulary(environment, params.id)
  if (!found) throw notFound('transcription vocabulary')
  return { data: presentVocabulary(found) }
}
