import { priceOf, rate, shareOut } from '@playhead/domain/rate.ts'
import { type Meter, meters } from '@playhead/domain/usage.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { listPriceBooks, type PriceBookRow } from '../prices/price-books.sql.ts'
import { addMonths, cutByMonth } from './months.ts'
import { type HourGroup, type Slice, type SumRow, sumUsage } from './usage-sums.sql.ts'

/** What a group used of a meter, tier and quality, and what that costs; undefined without a price. */
export interface PricedRow extends SumRow {
  cents: bigint | undefined
}

export const lineOf = ({ meter, tier, quality }: Omit<SumRow, 'key' | 'thousandths'>) =>
  [meter, tier, quality].join(' ')

/** The newest version that was valid when the month began. */
export const bookOf = (books: readonly PriceBookRow[], month: Date) =>
  books.find(({ valid_from: from }) => from <= month)

/** The whole month of an organization, line by line: steps count through all its environments and days. */
export const priceLine = (book: Pick<PriceBookRow, 'prices'>, row: SumRow): bigint | undefined => {
  const price = priceOf(book.prices, row)
  return (
    price && rate({ thousandths: row.thousandths, perUnit: meters[row.meter].perUnit }, price.steps)
  )
}

const grouped = (rows: readonly SumRow[]) => {
  const lines = new Map<string, SumRow[]>()
  for (const row of rows) lines.set(lineOf(row), [...(lines.get(lineOf(row)) ?? []), row])
  return lines
}

/** What a slice of a month is a part of. */
interface Around {
  /** The whole month, line by line. */
  month: readonly SumRow[]
  /** The time of the slice in all environments; by environment where the slice is one of them. */
  time: readonly SumRow[]
  environmentId?: string | undefined
}

const sumOf = (rows: readonly SumRow[]) =>
  rows.reduce((sum, { thousandths }) => sum + thousandths, 0n)

/** The share of a time first, and of it that of an environment: the same cents, however the slice is grouped. */
const centsOfSlice = (
  cents: bigint,
  month: SumRow,
  time: readonly SumRow[],
  environmentId: string | undefined,
) => {
  const inside = sumOf(time)
  const [ofTime = 0n] = shareOut(cents, [inside, month.thousandths - inside])
  if (environmentId === undefined) return ofTime
  const shares = shareOut(
    ofTime,
    time.map(({ thousandths }) => thousandths),
  )
  return shares[time.findIndex(({ key }) => key === environmentId)] ?? 0n
}

/**
 * A slice of a month has its share of what the month costs. What is in a slice adds up to it to the cent: the days and the
 * titles of an environment to what a table of all environments says of it.
 */
export const priceMonth = (
  book: Pick<PriceBookRow, 'prices'> | undefined,
  { month, time, environmentId }: Around,
  slice: readonly SumRow[],
): PricedRow[] => {
  const months = new Map(month.map((row) => [lineOf(row), row]))
  const times = grouped(time)
  return [...grouped(slice)].flatMap(([line, rows]) => {
    const whole = months.get(line)
    const cents = book && whole && priceLine(book, whole)
    if (cents === undefined) return rows.map((row) => ({ ...row, cents: undefined }))
    const shares = shareOut(
      centsOfSlice(cents, whole!, times.get(line) ?? [], environmentId),
      rows.map(({ thousandths }) => thousandths),
    )
    return rows.map((row, index) => ({ ...row, cents: shares[index] }))
  })
}

/** Sums of groups that hours do not hold: one row for each group, meter, tier and quality of each month. */
export type ReadSums = (slice: Slice) => Promise<SumRow[]>

/** A whole month, line by line. Hours that are `known` are not added up a second time. */
const sumMonth = async (
  organization: Organization,
  month: Date,
  known: Slice & { rows: readonly SumRow[] },
) => {
  const others = [
    { from: month, until: known.from },
    { from: known.until, until: addMonths(month, 1) },
  ]
  const rows = [...known.rows]
  for (const other of others)
    if (other.from < other.until) rows.push(...(await sumUsage(organization, other, 'all')))
  const lines = new Map<string, SumRow>()
  for (const row of rows) {
    const before = lines.get(lineOf(row))?.thousandths ?? 0n
    lines.set(lineOf(row), { ...row, key: '', thousandths: before + row.thousandths })
  }
  return [...lines.values()]
}

export const priceSlice = async (
  organization: Organization,
  slice: Slice,
  by: HourGroup | ReadSums,
): Promise<PricedRow[]> => {
  const books = await listPriceBooks(organization.postgres)
  const rows: PricedRow[] = []
  for (const { month, from, until } of cutByMonth(slice)) {
    const own = { ...slice, from, until }
    const isOfHours = typeof by === 'string'
    const part = isOfHours ? await sumUsage(organization, own, by) : await by(own)
    const book = bookOf(books, month)
    if (!book) {
      rows.push(...priceMonth(undefined, { month: [], time: [] }, part))
      continue
    }
    const { environmentId } = slice
    const time =
      environmentId !== undefined
        ? await sumUsage(organization, { from, until }, 'environment')
        : isOfHours
          ? part
          : await sumUsage(organization, own, 'all')
    const whole = await sumMonth(organization, month, { from, until, rows: time })
    rows.push(...priceMonth(book, { month: whole, time, environmentId }, part))
  }
  return rows
}

const add = (one: bigint | undefined, other: bigint | undefined) =>
  one === undefined ? other : other === undefined ? one : one + other

/** Adds up the rows with the same name. */
export const addUp = <Row extends { thousandths: bigint; cents: bigint | undefined }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row[] => {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const known = sums.get(nameOf(row))
    sums.set(
      nameOf(row),
      known
        ? {
            ...known,
            thousandths: known.thousandths + row.thousandths,
            cents: add(known.cents, row.cents),
          }
        : row,
    )
  }
  return [...sums.values()]
}

export const quantityOf = ({ meter, thousandths }: { meter: Meter; thousandths: bigint }) =>
  Math.round(Number(thousandths) / meters[meter].perUnit) / 1000

export const centsOf = (cents: bigint | undefined) => (cents === undefined ? null : Number(cents))

export const sumCents = (rows: readonly { cents: bigint | undefined }[]) =>
  rows.reduce<bigint | undefined>((sum, { cents }) => add(sum, cents), undefined)
