/** Position of a component on the grid; rows and columns count from 0. DASH-011 */
export interface Position {
  row: number
  column: number
  rowSpan: number
  columnSpan: number
}

export type Layout = ReadonlyMap<string, Position>

export const gridColumns = 6
/** A narrower chart would be unreadable. */
const minColumnSpan = 2
const maxRowSpan = 2

/** DASH-019 */
export const sizes = {
  half: { rowSpan: 1, columnSpan: 3 },
  full: { rowSpan: 2, columnSpan: 6 },
} as const
export type Size = keyof typeof sizes

const clamp = (value: number, min: number, max: number) =>
  Math.min(Math.max(Math.round(value), min), max)

/** Clamps a stored or pointed position to the grid. */
const withinGrid = ({ row, column, rowSpan, columnSpan }: Position): Position => {
  const width = clamp(columnSpan, minColumnSpan, gridColumns)
  return {
    row: Math.max(0, Math.round(row)),
    column: clamp(column, 0, gridColumns - width),
    rowSpan: clamp(rowSpan, 1, maxRowSpan),
    columnSpan: width,
  }
}

interface Entry {
  id: string
  position: Position
  /** Within one row, the entry with the lower rank goes first. */
  rank: number
}

/** Removes overlaps and gaps: from the top, each entry moves up until it meets another one in its columns. */
const settleEntries = (entries: readonly Entry[]): Layout => {
  const heights = Array.from({ length: gridColumns }, () => 0)
  const inOrder = entries.toSorted(
    (one, other) =>
      one.position.row - other.position.row ||
      one.rank - other.rank ||
      one.position.column - other.position.column ||
      one.id.localeCompare(other.id),
  )
  const settled = new Map<string, Position>()
  for (const { id, position } of inOrder) {
    const { column, columnSpan, rowSpan } = position
    const row = Math.max(...heights.slice(column, column + columnSpan))
    heights.fill(row + rowSpan, column, column + columnSpan)
    settled.set(id, { ...position, row })
  }
  return settled
}

const entriesOf = (layout: Layout): Entry[] =>
  [...layout].map(([id, position]) => ({ id, position: withinGrid(position), rank: 0 }))

export const settle = (layout: Layout): Layout => settleEntries(entriesOf(layout))

/** Moves one component; the others make space. Within its new row it goes last when moved down, otherwise first. */
export const place = (layout: Layout, id: string, wanted: Position): Layout => {
  const before = layout.get(id)
  if (!before) return layout
  const position = withinGrid(wanted)
  return placeRanked(layout, { id, position, rank: position.row > before.row ? 1 : -1 })
}

const placeRanked = (layout: Layout, placed: Entry) =>
  settleEntries(entriesOf(layout).map((entry) => (entry.id === placed.id ? placed : entry)))

/** A component that no longer fits at its column moves to the left edge, below what is there. DASH-019 */
export const setSize = (layout: Layout, id: string, size: Size): Layout => {
  const before = layout.get(id)
  if (!before) return layout
  const hasRoom = before.column + sizes[size].columnSpan <= gridColumns
  const column = hasRoom ? before.column : 0
  const position = withinGrid({ ...before, ...sizes[size], column })
  return placeRanked(layout, { id, position, rank: hasRoom ? -1 : 1 })
}

/** Below everything else, unless there is space at the side. */
export const add = (layout: Layout, id: string, size: { rowSpan: number; columnSpan: number }) => {
  const columns = Array.from({ length: gridColumns - size.columnSpan + 1 }, (_, column) => column)
  const row = rowCountOf(layout)
  const candidates = columns
    .map((column) => settle(new Map([...layout, [id, { ...size, row, column }]])))
    .toSorted((one, other) => one.get(id)!.row - other.get(id)!.row)
  return candidates[0]!
}

export const rowCountOf = (layout: Layout) =>
  Math.max(0, ...[...layout.values()].map(({ row, rowSpan }) => row + rowSpan))

/** Reading order: the order on a phone and of keyboard navigation. */
export const readingOrder = (layout: Layout): string[] =>
  [...layout]
    .toSorted(
      ([oneId, one], [otherId, other]) =>
        one.row - other.row || one.column - other.column || oneId.localeCompare(otherId),
    )
    .map(([id]) => id)

const isSame = (one: Layout, other: Layout) =>
  [...one].every(([id, { row, column, rowSpan, columnSpan }]) => {
    const position = other.get(id)
    return (
      position?.row === row &&
      position.column === column &&
      position.rowSpan === rowSpan &&
      position.columnSpan === columnSpan
    )
  })

export type Direction = 'up' | 'down' | 'left' | 'right'

/** One step by keyboard: the nearest position in that direction that changes the layout. */
export const step = (layout: Layout, id: string, direction: Direction): Layout => {
  const from = layout.get(id)
  if (!from) return layout
  if (direction === 'left' || direction === 'right') {
    const column = from.column + (direction === 'left' ? -1 : 1)
    return place(layout, id, { ...from, column })
  }
  const by = direction === 'up' ? -1 : 1
  for (let row = from.row + by; row >= 0 && row <= rowCountOf(layout); row += by) {
    const next = place(layout, id, { ...from, row })
    if (!isSame(layout, next)) return next
  }
  return layout
}

export const resizeStep = (layout: Layout, id: string, direction: Direction): Layout => {
  const from = layout.get(id)
  if (!from) return layout
  const by = direction === 'left' || direction === 'up' ? -1 : 1
  const isWidth = direction === 'left' || direction === 'right'
  const wanted = isWidth
    ? { ...from, columnSpan: from.columnSpan + by }
    : { ...from, rowSpan: from.rowSpan + by }
  return resize(layout, id, wanted)
}

/** A component that would exceed the right edge is cut to the available width. */
export const resize = (layout: Layout, id: string, wanted: Position): Layout => {
  const columnSpan = Math.min(wanted.columnSpan, gridColumns - wanted.column)
  return place(layout, id, { ...wanted, columnSpan })
}

/** A phone shows one column: a component swaps places with its neighbour in that order. */
export const moveInOrder = (layout: Layout, id: string, by: -1 | 1): Layout => {
  const order = readingOrder(layout)
  const at = order.indexOf(id)
  const otherId = order[at + by]
  const position = layout.get(id)
  const other = otherId === undefined ? undefined : layout.get(otherId)
  if (!position || !other || otherId === undefined) return layout
  const next = order.with(at, otherId).with(at + by, id)
  return flow(layout, next)
}

/** Places all components again in this order, row by row. */
const flow = (layout: Layout, order: readonly string[]): Layout => {
  let row = 0
  let column = 0
  const positions = new Map<string, Position>()
  for (const id of order) {
    const position = withinGrid(layout.get(id)!)
    if (column + position.columnSpan > gridColumns) {
      row += maxRowSpan
      column = 0
    }
    positions.set(id, { ...position, row, column })
    column += position.columnSpan
  }
  return settle(positions)
}
