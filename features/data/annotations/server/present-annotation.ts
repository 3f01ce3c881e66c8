import type { z } from 'zod'
import type { Annotation } from '../contract.ts'
import type { AnnotationRow } from './annotations.sql.ts'

export const presentAnnotation = (row: AnnotationRow): z.input<typeof Annotation> => ({
  id: row.id,
  date: row.date.toISOString(),
  note: row.note,
  sub_property_id: row.sub_property_id,
})
