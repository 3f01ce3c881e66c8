import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { VocabularyRow } from './vocabularies.sql.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

export const recordVocabularyChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  vocabulary: VocabularyRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `transcription_vocabulary.${happened}`,
    subjectId: vocabulary.id,
    subjectName: vocabulary.name ?? vocabulary.id,
    environmentId: id,
    detail: { phrases: vocabulary.phrases.length },
  })
