import { TypeMismatch } from '@playhead/engine-kit/type-mismatch.ts'

const types = [
  'String',
  'Array(String)',
  'Bool',
  'UInt64',
  'Array(UInt64)',
  'Int64',
  'Float64',
  'Date',
  "DateTime64(3, 'UTC')",
] as const

/** A value together with the ClickHouse type it is bound as. */
export class TypedValue {
  readonly type: (typeof types)[number]
  readonly value: unknown

  constructor(type: (typeof types)[number], value: unknown) {
    if (!types.includes(type)) throw new TypeMismatch(`Values are not bound as ${type as string}.`)
    this.type = type
    this.value = value
  }
}

/**
 * The type of texts, booleans, dates and lists of texts is inferred; numbers and days need one of the functions below.
 */
export const typed = (value: unknown): TypedValue => {
  if (value instanceof TypedValue) return value
  if (typeof value === 'string') return new TypedValue('String', value)
  if (typeof value === 'boolean') return new TypedValue('Bool', value)
  if (value instanceof Date) return moment(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return new TypedValue('Array(String)', value)
  }
  throw new TypeMismatch(`A value of type ${typeof value} cannot be bound without a type.`)
}

export const uint = (value: number | bigint): TypedValue => {
  return new TypedValue('UInt64', wholeNumber(value, 0n))
}

export const uints = (values: readonly (number | bigint)[]): TypedValue => {
  return new TypedValue(
    'Array(UInt64)',
    values.map((value) => BigInt(wholeNumber(value, 0n))),
  )
}

export const int = (value: number | bigint): TypedValue => {
  return new TypedValue('Int64', wholeNumber(value, -(2n ** 63n)))
}

export const float = (value: number): TypedValue => {
  if (!Number.isFinite(value)) throw new TypeMismatch('Only finite numbers can be bound.')
  return new TypedValue('Float64', value)
}

/** A day, `2026-11-21`. */
export const day = (value: string): TypedValue => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) throw new TypeMismatch('A day looks like 2026-11-21.')
  return new TypedValue('Date', value)
}

function moment(value: Date): TypedValue {
  if (Number.isNaN(value.getTime())) throw new TypeMismatch('An invalid date cannot be bound.')
  return new TypedValue("DateTime64(3, 'UTC')", value)
}

function wholeNumber(value: number | bigint, least: bigint): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeMismatch(`${value} is not a whole number that can be bound.`)
  }
  if (BigInt(value) < least) throw new TypeMismatch(`${value} is too small.`)
  return value.toString()
}
