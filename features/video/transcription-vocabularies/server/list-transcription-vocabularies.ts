import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { transcriptionVocabularies } from '../contract.ts'
import { presentVocabulary } from './present-vocabulary.ts'
import { countVocabularies, listVocabularies } from './vocabularies.sql.ts'

export const listTranscriptionVocabularies: Handlers<
  typeof transcriptionVocabularies
>['list'] = async ({ environment, query }) => {
  const [count, rows] = await Promise.all([
    countVocabularies(environment),
    listVocabularies(environment, query),
  ])
  return { data: rows.map(presentVocabulary), total_row_count: count, ...query }
}
