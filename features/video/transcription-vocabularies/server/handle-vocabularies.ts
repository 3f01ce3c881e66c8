import type { z } from 'zod/mini'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { TranscriptionVocabulary, transcriptionVocabularies } from '../contract.ts'
import {
  countVocabularies,
  deleteVocabulary,
  findVocabulary,
  insertVocabulary,
  listVocabularies,
  lockVocabulary,
  updateVocabulary,
  type VocabularyRow,
} from './vocabularies.sql.ts'

type Vocabularies = Handlers<typeof transcriptionVocabularies>
type Caller = EnvironmentContext & { request: RequestFacts }

const epochText = (date: Date) => String(Math.floor(date.getTime() / 1000))

const present = (row: VocabularyRow): z.input<typeof TranscriptionVocabulary> => ({
  id: row.id,
  created_at: epochText(row.created_at),
  updated_at: epochText(row.updated_at),
  name: row.name ?? undefined,
  passthrough: row.passthrough ?? undefined,
  phrases: row.phrases,
})

const record = (
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

const inTransaction = <T>({ environment }: Caller, work: (tenant: Environment) => Promise<T>) =>
  environment.postgres.transaction((transaction) => work(within(environment, transaction)))

const locked = async (tenant: Environment, id: string) => {
  const found = await lockVocabulary(tenant, id)
  if (!found) throw notFound('transcription vocabulary')
  return found
}

export const listTranscriptionVocabularies: Vocabularies['list'] = async ({
  environment,
  query,
}) => {
  const [count, rows] = await Promise.all([
    countVocabularies(environment),
    listVocabularies(environment, query),
  ])
  return { data: rows.map(present), total_row_count: count, ...query }
}

export const retrieveTranscriptionVocabulary: Vocabularies['retrieve'] = async ({
  environment,
  params,
}) => {
  const found = await findVocabulary(environment, params.id)
  if (!found) throw notFound('transcription vocabulary')
  return { data: present(found) }
}

export const createTranscriptionVocabulary: Vocabularies['create'] = ({ body, ...context }) =>
  inTransaction(context, async (tenant) => {
    const row = await insertVocabulary(tenant, {
      name: body.name || null,
      passthrough: body.passthrough || null,
      phrases: body.phrases,
    })
    await record(context, tenant, 'created', row)
    return { data: present(row) }
  })

const changed = (given: string | undefined, current: string | null) =>
  given === undefined ? current : given || null

export const updateTranscriptionVocabulary: Vocabularies['change'] = ({
  params,
  body,
  ...context
}) =>
  inTransaction(context, async (tenant) => {
    const current = await locked(tenant, params.id)
    const row = await updateVocabulary(tenant, current.id, {
      name: changed(body.name, current.name),
      passthrough: changed(body.passthrough, current.passthrough),
      phrases: body.phrases ?? current.phrases,
    })
    await record(context, tenant, 'updated', row)
    return { data: present(row) }
  })

export const removeTranscriptionVocabulary: Vocabularies['remove'] = ({ params, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await locked(tenant, params.id)
    await deleteVocabulary(tenant, current.id)
    await record(context, tenant, 'deleted', current)
    return undefined
  })
