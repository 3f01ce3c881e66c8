import { toUSVString } from 'node:util'

/**
 * One JSON object per line. A lone half of a surrogate pair would make ClickHouse reject the whole batch, so it is
 * replaced.
 */
export const ndjson = (rows: readonly object[]): Buffer => {
  return Buffer.from(rows.map((row) => JSON.stringify(row, wellFormed)).join('\n'))
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? toUSVString(value) : value
}
