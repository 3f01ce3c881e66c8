export interface Layout {
  title: string
  /** Turns the statement of the migrations into that of the alternative. */
  change: (table: string) => string
  isAskedWithoutFinal?: boolean
}

function replaced(table: string, pattern: RegExp, by: string): string {
  const changed = table.replaceAll(pattern, by)
  if (changed === table) throw new Error(`Nothing in the table looks like ${pattern}.`)
  return changed
}

export const layouts: readonly Layout[] = [
  { title: 'As it is', change: (table) => table },
  { title: 'As it is, without FINAL', change: (table) => table, isAskedWithoutFinal: true },
  {
    title: 'Ordered by id of the view',
    change: (table) =>
      replaced(table, /\(environment_id, view_end, view_id\)/g, '(environment_id, view_id)'),
  },
  {
    title: 'Ordered by hour, then id',
    change: (table) =>
      replaced(
        table,
        /\(environment_id, view_end, view_id\)/g,
        '(environment_id, toStartOfHour(view_end), view_id, view_end)',
      ),
  },
  {
    title: 'Parts by week',
    change: (table) => replaced(table, /toYYYYMM\(view_end\)/g, 'toMonday(view_end)'),
  },
  {
    title: 'Parts by day',
    change: (table) => replaced(table, /toYYYYMM\(view_end\)/g, 'toDate(view_end)'),
  },
  {
    title: 'Moments as deltas under ZSTD',
    change: (table) => replaced(table, /CODEC\(T64, LZ4\)/g, 'CODEC(Delta, ZSTD(1))'),
  },
  {
    title: 'Titles and ids of videos as labels',
    change: (table) =>
      replaced(
        table,
        /(video_id|video_title) Nullable\(String\) CODEC\(ZSTD\(1\)\)/g,
        '$1 LowCardinality(Nullable(String))',
      ),
  },
  {
    title: 'Documents under LZ4',
    change: (table) => replaced(table, /String CODEC\(ZSTD\(3\)\)/g, 'String CODEC(LZ4)'),
  },
  {
    title: '1,024 rows a mark',
    change: (table) => replaced(table, /SETTINGS /g, 'SETTINGS index_granularity = 1024, '),
  },
  {
    title: '1,024 rows a mark, small blocks',
    change: (table) =>
      replaced(
        table,
        /SETTINGS /g,
        'SETTINGS index_granularity = 1024, min_compress_block_size = 8192, ',
      ),
  },
]
