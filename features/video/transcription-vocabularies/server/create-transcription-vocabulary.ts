import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { transcriptionVocabularies } from '../contract.ts'
import { inTransaction } from './in-transaction.ts'
import { presentVocabulary } from './present-vocabulary.ts'
import { recordVocabularyChange } from './record-vocabulary-change.ts'
import { insertVocabulary } from './vocabularies.sql.ts'

export const createTranscriptionVocabulary: Handlers<
  typeof transcriptionVocabularies
>['create'] = ({ body, ...context }) =>
  inTransaction(context, async (tenant) => {
    const row = await insertVocabulary(tenant, {
      name: body.name || null,
      passthrough: body.passthrough || null,
      phrases: body.phrases,
    })
    await recordVocabularyChange(context, tenant, 'created', row)
    return { data: presentVocabulary(row) }
  })
