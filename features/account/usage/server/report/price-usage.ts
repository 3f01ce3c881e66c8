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

/**
 * A slice of a month has its share of what the month costs, so slices of every kind add up to it to the cent: what is
 * outside of the slice gets a share, too.
 */
export const priceMonth = (
  book: PriceBookRow | undefined,
  whole: readonly SumRow[],
  slice: readonly SumRow[],
): PricedRow[] => {
  const wholes = new Map(whole.map((row) => [lineOf(row), row]))
  return [...grouped(slice)].flatMap(([line, rows]) => {
    const month = wholes.get(line)
    const cents = book && month && priceLine(book, month)
    if (cents === undefined) return rows.map((row) => ({ ...row, cents: undefined }))
    const inside = rows.reduce((sum, { thousandths }) => sum + thousandths, 0n)
    const weights = [...rows.map(({ thousandths }) => thousandths), month!.thousandths - inside]
    const shares = shareOut(cents, weights)
    return rows.map((row, index) => ({ ...row, cents: shares[index] }))
  })
}

/** Sums of groups that hours do not hold: one row for each group, meter, tier and quality of each month. */
export type ReadSums = (slice: Slice) => Promise<SumRow[]>

/** A whole month, line by line. Hours that are `known` are not added up a second time. */
const sumMonth = async (
  organization: Organization,
  month: Date,
  known: (Slice & { rows: readonly SumRow[] }) | undefined,
) => {
  const end = addMonths(month, 1)
  const others = known
    ? [
        { from: month, until: known.from },
        { from: known.until, until: end },
      ]
    : [{ from: month, until: end }]
  const rows = [...(known?.rows ?? [])]
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
    const known =
      isOfHours && slice.environmentId === undefined ? { ...own, rows: part } : undefined
    const whole = book ? await sumMonth(organization, month, known) : []
    rows.push(...priceMonth(book, whole, part))
  }
  return rows
}

const add = (one: bigint | undefined, other: bigint | undefined) =>
  one === undefined ? other : other === undefined ? one : one + other

/** Adds up the rows with the same name. */
export const addUp = <Row extends { meter: Meter; thousandths: bigint; cents: bigint | undefined }>(
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
