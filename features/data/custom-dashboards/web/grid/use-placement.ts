import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import {
  type Direction,
  gridColumns,
  type Layout,
  place,
  type Position,
  resize,
  resizeStep,
  step,
} from './grid-layout.ts'

export const rowHeight = 300
export const gridGap = 15

interface Held {
  id: string
  by: 'move' | 'resize' | 'keys'
  /** The layout when the drag began; Escape restores it. */
  before: Layout
  startX: number
  startY: number
  dx: number
  dy: number
}

interface PlacementOptions {
  gridRef: RefObject<HTMLElement | null>
  layout: Layout
  nameOf: (id: string) => string
  onLayout: (layout: Layout) => void
}

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const placeInWords = ({ row, column, rowSpan, columnSpan }: Position) =>
  `row ${row + 1}, column ${column + 1}, ${columnSpan} columns wide, ${rowSpan} ${rowSpan === 1 ? 'row' : 'rows'} high`

const edgePx = 60
const scrollStepPx = 18

/** Scrolls the page when the pointer is near the edge of the window. */
const scrollAtEdge = (clientY: number) => {
  if (clientY < edgePx) globalThis.scrollBy(0, -scrollStepPx)
  else if (clientY > globalThis.innerHeight - edgePx) globalThis.scrollBy(0, scrollStepPx)
}

/** The grid cell at the pointer, also after the page has scrolled. */
const pointOn = (grid: HTMLElement | null, { clientX, clientY }: PointerEvent) => {
  const { left = 0, top = 0, width = 0 } = grid?.getBoundingClientRect() ?? {}
  return { x: clientX - left, y: clientY - top, unit: (width + gridGap) / gridColumns || 1 }
}

/** Components are moved by their handle, with the pointer or with keys. */
export const usePlacement = ({ gridRef, layout, nameOf, onLayout }: PlacementOptions) => {
  const [held, setHeld] = useState<Held>()
  const [announcement, setAnnouncement] = useState('')
  // A drop also causes a blur; the ref makes sure that both end the move only once.
  const current = useRef<Held>(undefined)
  const hold = (next: Held | undefined) => {
    current.current = next
    setHeld(next)
  }

  const drop = (handle?: HTMLElement) => {
    const taken = current.current
    if (!taken) return
    // The DOM order changes now, and a moved element loses the focus.
    if (handle) requestAnimationFrame(() => handle.focus())
    const position = layout.get(taken.id)
    hold(undefined)
    if (position) setAnnouncement(`${nameOf(taken.id)} dropped at ${placeInWords(position)}.`)
  }
  const revert = () => {
    const taken = current.current
    if (!taken) return
    hold(undefined)
    onLayout(taken.before)
    setAnnouncement(`${nameOf(taken.id)} is back where it was.`)
  }

  const take = (id: string, by: 'move' | 'resize') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { x, y } = pointOn(gridRef.current, event)
    event.currentTarget.setPointerCapture?.(event.pointerId)
    hold({ id, by, before: layout, startX: x, startY: y, dx: 0, dy: 0 })
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const taken = current.current
    if (!taken || taken.by === 'keys') return
    scrollAtEdge(event.clientY)
    const { x, y, unit } = pointOn(gridRef.current, event)
    const next = { ...taken, dx: x - taken.startX, dy: y - taken.startY }
    hold(next)
    const from = taken.before.get(taken.id)!
    const columns = Math.round(next.dx / unit)
    const rows = Math.round(next.dy / (rowHeight + gridGap))
    onLayout(
      taken.by === 'move'
        ? place(taken.before, taken.id, {
            ...from,
            row: from.row + rows,
            column: from.column + columns,
          })
        : resize(taken.before, taken.id, {
            ...from,
            rowSpan: from.rowSpan + rows,
            columnSpan: from.columnSpan + columns,
          }),
    )
  }

  const moveByKey = (id: string, direction: Direction, isResize: boolean) => {
    const taken = current.current
    if (taken && taken.by !== 'keys') return
    if (!taken) hold({ id, by: 'keys', before: layout, startX: 0, startY: 0, dx: 0, dy: 0 })
    const next = (isResize ? resizeStep : step)(layout, id, direction)
    onLayout(next)
    const from = layout.get(id)
    const to = next.get(id)
    const isMoved = from && to && placeInWords(from) !== placeInWords(to)
    setAnnouncement(
      isMoved ? `${nameOf(id)}: ${placeInWords(to)}.` : `${nameOf(id)} can go no further that way.`,
    )
  }
  const onKeyDown = (id: string) => (event: KeyboardEvent<HTMLElement>) => {
    const direction = directions[event.key]
    if (direction) moveByKey(id, direction, event.shiftKey)
    else if (event.key === 'Enter' || event.key === ' ') drop(event.currentTarget)
    else if (event.key === 'Escape' && current.current) revert()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const pointer = {
    onPointerMove: drag,
    onPointerUp: ({ currentTarget }: PointerEvent<HTMLElement>) => drop(currentTarget),
    onPointerCancel: revert,
  }
  return {
    held,
    announcement,
    handleProps: (id: string) => ({
      ...pointer,
      onPointerDown: take(id, 'move'),
      onKeyDown: onKeyDown(id),
      onBlur: () => current.current?.by === 'keys' && drop(),
    }),
    resizeProps: (id: string) => ({ ...pointer, onPointerDown: take(id, 'resize') }),
  }
}

export type Placement = ReturnType<typeof usePlacement>
