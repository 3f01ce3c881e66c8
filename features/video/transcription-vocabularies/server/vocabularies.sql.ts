import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const VocabularyRow = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  passthrough: z.string().nullable(),
  phrases: z.array(z.string()),
  created_at: z.date(),
  updated_at: z.date(),
})
export type VocabularyRow = z.infer<typeof VocabularyRow>

type VocabularyFields = Pick<VocabularyRow, 'name' | 'passthrough' | 'phrases'>

const columns = sql`id, name, passthrough, phrases, created_at, updated_at`

const Count = z.object({ count: z.number() })

export const countVocabularies = async (environment: Environment) =>
  (
    await environment.postgres.row(
      Count,
      sql`
      select count(*)::int as count from transcription_vocabularies
      where environment_id = ${environment.id}`,
    )
  ).count

export const listVocabularies = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    VocabularyRow,
    sql`
    select ${columns} from transcription_vocabularies where environment_id = ${environment.id}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findVocabulary = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    VocabularyRow,
    sql`
    select ${columns} from transcription_vocabularies
    where environment_id = ${environment.id} and id = ${id}`,
  )

export const lockVocabulary = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    VocabularyRow,
    sql`
    select ${columns} from transcription_vocabularies
    where environment_id = ${environment.id} and id = ${id} for update`,
  )

export const insertVocabulary = (
  environment: Environment,
  { name, passthrough, phrases }: VocabularyFields,
) =>
  environment.postgres.row(
    VocabularyRow,
    sql`
    insert into transcription_vocabularies (environment_id, name, passthrough, phrases)
    values (${environment.id}, ${name}, ${passthrough}, ${phrases}) returning ${columns}`,
  )

export const updateVocabulary = (
  environment: Environment,
  id: string,
  { name, passthrough, phrases }: VocabularyFields,
) =>
  environment.postgres.row(
    VocabularyRow,
    sql`
    update transcription_vocabularies set name = ${name}, passthrough = ${passthrough},
      phrases = ${phrases}, updated_at = clock_timestamp()
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteVocabulary = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from transcription_vocabularies where environment_id = ${environment.id} and id = ${id}`,
  )
