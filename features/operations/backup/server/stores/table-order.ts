import type { ReferenceRow } from './postgres-store.sql.ts'

/** Tables after the ones they refer to, so that rows can be written with every foreign key in force. */
export const tableOrder = (
  tables: readonly string[],
  references: readonly ReferenceRow[],
): string[] => {
  const ordered: string[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) =>
      references.every((one) => one.table !== table || !waiting.has(one.target)),
    )
    if (ready.length === 0)
      throw new Error(`These tables refer to one another in a circle: ${[...waiting].join(', ')}.`)
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}
