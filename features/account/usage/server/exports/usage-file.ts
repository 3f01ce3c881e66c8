import type { HourRow } from './usage-days.sql.ts'

export const dayMs = 86_400_000

const columns = ['environment_id', 'hour', 'meter', 'tier', 'quality', 'quantity', 'source']

export const fileNameOf = (day: string) => `usage-${day}.csv`

export const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Every value is ours, so none needs quotes. */
export const usageFile = (environmentId: string, rows: readonly HourRow[]) =>
  Buffer.from(
    [
      columns.join(','),
      ...rows.map(({ hour, meter, tier, quality, quantity, source }) =>
        [environmentId, hour.toISOString(), meter, tier, quality, quantity, source].join(','),
      ),
      '',
    ].join('\r\n'),
  )
