import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { transcriptionVocabularies } from '../contract.ts'
import { inTransaction } from './in-transaction.ts'
import { lockExisting } from './lock-existing.ts'
import { presentVocabulary } from './present-vocabulary.ts'
import { recordVocabularyChange } from './record-vocabulary-change.ts'
import { updateVocabulary } from './vocabularies.sql.ts'

const changed = (given: string | undefined, current: string | null) =>
  given === undefined ? current : given || null

export const updateTranscriptionVocabulary: Handlers<
  typeof transcriptionVocabularies
>['change'] = ({ params, body, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await lockExisting(tenant, params.id)
    const row = await updateVocabulary(tenant, current.id, {
      name: changed(body.name, current.name),
      passthrough: changed(body.passthrough, current.passthrough),
      phrases: body.phrases ?? current.phrases,
    })
    await recordVocabularyChange(context, tenant, 'updated', row)
    return { data: presentVocabulary(row) }
  })
