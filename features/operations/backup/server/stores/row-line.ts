import type { ColumnRow } from './postgres-store.sql.ts'

/** Tables with their columns, ordered so that they can be filled. */
export type Tables = Map<string, ColumnRow[]>

export const rowLineStart = (table: string) =>
  `{"store":"postgres","table":${JSON.stringify(table)},"row":`

/** The row stays the text that Postgres wrote. */
export const rowLine = (table: string, row: string) => `${rowLineStart(table)}${row}}`
