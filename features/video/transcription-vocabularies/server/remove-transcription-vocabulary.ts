import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { transcriptionVocabularies } from '../contract.ts'
import { inTransaction } from './in-transaction.ts'
import { lockExisting } from './lock-existing.ts'
import { recordVocabularyChange } from './record-vocabulary-change.ts'
import { deleteVocabulary } from './vocabularies.sql.ts'

export const removeTranscriptionVocabulary: Handlers<
  typeof transcriptionVocabularies
>['remove'] = ({ params, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await lockExisting(tenant, params.id)
    await deleteVocabulary(tenant, current.id)
    await recordVocabularyChange(context, tenant, 'deleted', current)
    return undefined
  })
