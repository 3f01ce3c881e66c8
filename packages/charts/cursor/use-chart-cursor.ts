import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** A pointer that moved less counts as a click. METR-020 */
const dragMin = 4

interface CursorState {
  index: number | undefined
  /** Where a selection began; it extends to `index`. */
  anchor: number | undefined
  /** Where the pointer was pressed, until its release. */
  pressedAt: number | undefined
  isDragging: boolean
}

interface ChartCursorOptions {
  count: number
  /** The step nearest to a position within the plot. */
  indexAt: (x: number) => number | undefined
  onMove?: ((index: number | undefined) => void) | undefined
  /** Called with the first and the last selected step. */
  onSelect?: ((first: number, last: number) => void) | undefined
  onKey?: ((key: string, index: number) => boolean) | undefined
}

const away: CursorState = {
  index: undefined,
  anchor: undefined,
  pressedAt: undefined,
  isDragging: false,
}

/** In the pixels of the plot, also where a screen is drawn larger. */
const positionIn = (plot: Element, clientX: number) => {
  const { left, width } = plot.getBoundingClientRect()
  const scale = plot instanceof HTMLElement && width > 0 ? plot.offsetWidth / width : 1
  return (clientX - left) * scale
}

const positionOf = ({ clientX, currentTarget }: PointerEvent) => positionIn(currentTarget, clientX)

/** One step, a tenth of all steps, or an end. */
const stepOf = (key: string, index: number, count: number): number | undefined => {
  const far = Math.max(1, Math.round(count / 10))
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - far,
    PageUp: index + far,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1)
}

/** The playhead of a chart and its selection, by pointer and keyboard. */
export const useChartCursor = ({ count, indexAt, onMove, onSelect, onKey }: ChartCursorOptions) => {
  const [state, setState] = useState(away)
  /** The last position, so that a user who returns from a dialog continues there. */
  const left = useRef<number | undefined>(undefined)
  const index = state.index === undefined ? undefined : Math.min(state.index, count - 1)

  const update = (next: Partial<CursorState>) => {
    const merged = { ...state, ...next }
    const isSame = Object.entries(next).every(
      ([key, value]) => state[key as keyof CursorState] === value,
    )
    if (isSame) return
    setState(merged)
    if (merged.index !== index) onMove?.(merged.index)
  }

  const apply = (to: number) => {
    if (state.anchor === undefined || !onSelect) return
    onSelect(Math.min(state.anchor, to), Math.max(state.anchor, to))
    update({ anchor: undefined, pressedAt: undefined, isDragging: false })
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const found = indexAt(positionOf(event))
    update({ index: found, anchor: undefined, pressedAt: event.clientX, isDragging: false })
  }

  const onPointerMove = (event: PointerEvent) => {
    const found = indexAt(positionOf(event))
    const { pressedAt, isDragging } = state
    const starts =
      onSelect !== undefined &&
      pressedAt !== undefined &&
      !isDragging &&
      Math.abs(event.clientX - pressedAt) > dragMin
    update({
      index: found,
      ...(starts && {
        isDragging: true,
        anchor: indexAt(positionIn(event.currentTarget, pressedAt)),
      }),
    })
  }

  const onPointerUp = (event: PointerEvent) => {
    const found = indexAt(positionOf(event))
    if (state.isDragging && found !== undefined) apply(found)
    else update({ pressedAt: undefined, isDragging: false })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return
    const at = index ?? count - 1
    const target = stepOf(event.key, at, count)
    if (target !== undefined) {
      event.preventDefault()
      const anchor = event.shiftKey && onSelect ? (state.anchor ?? at) : undefined
      update({ index: target, anchor })
    } else if (event.key === 'Enter' && state.anchor !== undefined) {
      event.preventDefault()
      apply(at)
    } else if (event.key === 'Escape' && (state.anchor !== undefined || index !== undefined)) {
      // The first Escape clears the selection, the second the playhead; only a third one reaches the surroundings.
      event.stopPropagation()
      update(
        state.anchor === undefined
          ? away
          : { anchor: undefined, isDragging: false, pressedAt: undefined },
      )
    } else if (index !== undefined && onKey?.(event.key, index)) event.preventDefault()
  }

  return {
    index,
    selection:
      state.anchor === undefined || index === undefined
        ? undefined
        : ([Math.min(state.anchor, index), Math.max(state.anchor, index)] as const),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => update(away),
      onPointerLeave: () => {
        if (state.pressedAt === undefined) update(away)
      },
      onKeyDown,
      onFocus: () => {
        if (index === undefined && count > 0)
          update({ index: Math.min(left.current ?? count - 1, count - 1) })
      },
      onBlur: () => {
        left.current = index
        update(away)
      },
    },
  }
}
