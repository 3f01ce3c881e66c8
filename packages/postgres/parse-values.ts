import { types, type CustomTypesConfig } from 'pg'

const { builtins, getTypeParser } = types
const bigintArray = 1016

// Keeps dates and numbers exact: pg's own parsers shift dates by the local time zone and return BIGINT as text.
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: exactInteger,
  [bigintArray]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(nullOrInteger)),
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}

/** TIMESTAMPTZ becomes a Date (milliseconds), BIGINT a number, DATE and NUMERIC stay text. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[type]) ?? getTypeParser(type, format),
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The integer ${text} is too large to read.`)
  return value
}

function nullOrInteger(text: string): number | null {
  return text === 'NULL' ? null : exactInteger(text)
}
