import type { TaxTableRow } from './tax-tables.sql.ts'

/** As `tax import` reads it. */
export const fileOf = ({ rates }: Pick<TaxTableRow, 'rates'>) => ({ rates })

export const presentTaxTable = (table: TaxTableRow) => ({
  version: table.version,
  rates: table.rates.map(({ country, region, rate, name, reverse_charge: isReversed }) => ({
    country,
    region: region ?? null,
    rate,
    name,
    is_reverse_charge: isReversed ?? false,
  })),
  text: JSON.stringify(fileOf(table), undefined, 2),
  created_at: table.created_at.toISOString(),
  created_by: table.created_by,
})
