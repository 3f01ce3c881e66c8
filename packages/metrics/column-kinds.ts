/** The kinds of values in columns, with their ClickHouse types. */
export const columnTypes = {
  id: 'String',
  environment: 'UUID',
  moment: "DateTime64(3, 'UTC')",
  /** Few different values per part of the table. */
  label: 'LowCardinality(Nullable(String))',
  /** Many different values. */
  text: 'Nullable(String)',
  /** 0 or 1, as the table engine requires. */
  bit: 'UInt8',
  flag: 'Bool',
  maybeFlag: 'Nullable(Bool)',
  count: 'UInt32',
  maybeCount: 'Nullable(UInt32)',
  maybeNumber: 'Nullable(Float64)',
  errorId: 'Nullable(UInt64)',
  labels: 'Array(LowCardinality(String))',
  ranges: 'Array(Tuple(UInt32, UInt32))',
  big: 'UInt64',
  /** JSON text, read only for single views. */
  document: 'String',
} as const

export type ColumnKind = keyof typeof columnTypes

/** The TypeScript type of each kind. */
export interface ValueOf {
  id: string
  environment: string
  /** Milliseconds since 1970. */
  moment: number
  label: string | null
  text: string | null
  bit: 0 | 1
  flag: boolean
  maybeFlag: boolean | null
  count: number
  maybeCount: number | null
  maybeNumber: number | null
  errorId: number | null
  labels: string[]
  ranges: [number, number][]
  big: number
  document: string
}
