import { makeSql, type SqlFragment as Fragment } from '@playhead/engine-kit/sql-fragment.ts'
import { typed, type TypedValue } from './typed-value.ts'

type Bindable = string | boolean | Date | readonly string[] | TypedValue

type Parameters = Record<string, unknown>

export type SqlFragment = Fragment<TypedValue, Parameters>
/** Values are sent as typed request parameters. */
const clickhouse = makeSql<Bindable, TypedValue, Parameters>({
  bind: typed,
  parameters: (values) =>
    Object.fromEntries(values.map(({ value }, index) => [`p${index}`, value])),
  placeholder: (index, { type }) => `{p${index}:${type}}`,
  quote: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
})

export const sql = clickhouse.sql

/** A statement from outside the source code, such as one of a migration. */
export const foreignStatement = (text: string): SqlFragment => clickhouse.compose([text], [])
