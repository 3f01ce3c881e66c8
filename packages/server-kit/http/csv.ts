import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'

interface Definition {
  shape?: Record<string, AnySchema>
  element?: AnySchema
}

const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as Definition

/** Columns in the order of the contract, even without rows. */
const columnsOf = (endpoint: Endpoint) => {
  const rows = definitionOf(endpoint.returns).shape?.data
  const row = rows && definitionOf(rows).element
  return Object.keys((row && definitionOf(row).shape) ?? {})
}

const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Titles and other texts come from strangers: a spreadsheet must not interpret one as a formula. */
const harmless = (text: string) => (formulaStart.test(text) ? `'${text}` : text)

const cell = (value: unknown) => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = harmless(value)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const byteOrderMark = '\uFEFF'

const fileOf = (columns: readonly string[], rows: readonly Record<string, unknown>[]) => {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  return `${byteOrderMark}${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** The columns are those of the first row. */
export const csvRows = (rows: readonly Record<string, unknown>[]) =>
  fileOf(Object.keys(rows[0] ?? {}), rows)

/** RFC 4180. An empty field is null, a pair of quotes is the empty text. METR-044 */
export const csvOf = (endpoint: Endpoint, answer: object): string => {
  const { data } = answer as { data: Record<string, unknown>[] }
  return fileOf(columnsOf(endpoint), data)
}

export const csvHeaders = (endpoint: Endpoint) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${endpoint.csv}"`,
})

export const acceptsCsv = (accept: string | undefined) =>
  accept?.split(',').some((type) => /^\s*text\/csv\s*(;|$)/i.test(type)) ?? false
