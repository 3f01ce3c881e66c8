import type { z } from 'zod/mini'
import type { TranscriptionVocabulary } from '../contract.ts'
import type { VocabularyRow } from './vocabularies.sql.ts'

const epochText = (date: Date) => String(Math.floor(date.getTime() / 1000))

export const presentVocabulary = (row: VocabularyRow): z.input<typeof TranscriptionVocabulary> => ({
  id: row.id,
  created_at: epochText(row.created_at),
  updated_at: epochText(row.updated_at),
  name: row.name ?? undefined,
  passthrough: row.passthrough ?? undefined,
  phrases: row.phrases,
})
